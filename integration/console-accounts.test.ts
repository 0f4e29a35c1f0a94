import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import pg from 'pg'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { Browser } from '@/integration/browser'
import { accountInTwoSteps } from '@/integration/second-step'
import { openShop, type Shop } from '@/integration/shop'
import { prisma } from '@/lib/db'
import { feedChannel, newsOfReader } from '@/lib/feed/wake'
import { createStaff } from '@/prisma/factories/project'
import { inRoot } from '@/scripts/settings/places.mjs'

let shop: Shop

/** What `npm run admin` says, and whether it has done it. */
async function admin(...args: string[]): Promise<{ isDone: boolean; said: string }> {
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', inRoot('scripts', 'admin.ts'), ...args])
  return run.then(
    ({ stdout }) => ({ isDone: true, said: stdout }),
    ({ stderr }) => ({ isDone: false, said: stderr }),
  )
}

async function partsOf(email: string) {
  const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email } })
  const memberships = await prisma().membership.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })
  return memberships.map(({ projectId, role, destinationIds }) => ({ projectId, role, destinationIds }))
}

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
})

describe('an account that is there, at the server’s console', () => {
  it('has a new password and stays what it is, whichever project is named', async () => {
    const { projectId, destinationId } = shop
    const { email } = await createStaff({ projectId, role: 'staff', destinationIds: [destinationId] })
    const before = await partsOf(email)
    for (const project of [[], ['--project', projectId]]) {
      const { isDone, said } = await admin('create', '--email', email, '--without-second-step', ...project)
      expect([isDone, said]).toEqual([true, expect.stringContaining(`Role staff in project ${projectId}, in stores`)])
      const password = /password (\S+) \(shown this once\)/.exec(said)?.[1] ?? ''
      expect((await new Browser(shop).signIn({ email, password })).status).toBe(200)
    }
    expect(await partsOf(email)).toEqual(before)
  })

  it('has its streams on every server told at once that its sessions have ended', async () => {
    const { email } = await createStaff({ projectId: shop.projectId, role: 'staff' })
    const { id } = await prisma().user.findUniqueOrThrow({ where: { email } })
    const client = new pg.Client({ connectionString: inject('databaseUrl') })
    await client.connect()
    try {
      const told: string[] = []
      client.on('notification', ({ payload = '' }) => told.push(payload))
      await client.query(`listen ${feedChannel}`)
      expect((await admin('create', '--email', email)).isDone).toBe(true)
      await client.query('select 1')
      expect(told).toContain(newsOfReader(id))
    } finally {
      await client.end()
    }
  })

  it('has nothing that it had no more, where it was taken out of its project', async () => {
    const { email } = await createStaff({ projectId: shop.projectId, role: 'staff' })
    const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email } })
    await prisma().membership.deleteMany({ where: { userId } })
    const { isDone, said } = await admin('create', '--email', email)
    expect([isDone, said]).toEqual([true, expect.stringContaining('It is in no project')])
    expect(await partsOf(email)).toEqual([])
  })

  it('loses its second step where that is said, and the record calls it as it does elsewhere', async () => {
    const { email } = await accountInTwoSteps(shop)
    const { isDone, said } = await admin(
      'create',
      '--email',
      email.toUpperCase(),
      '--name',
      'X',
      '--without-second-step',
    )
    const password = /password (\S+) \(shown this once\)/.exec(said)?.[1] ?? ''
    expect([isDone, (await new Browser(shop).signIn({ email, password })).status]).toEqual([true, 200])
    const { id: subjectId } = await prisma().user.findUniqueOrThrow({ where: { email } })
    const lines = await prisma().auditEntry.findMany({ where: { subjectId, actorKind: 'console' } })
    const names = lines.map(({ action, subjectName }) => [action, subjectName])
    expect(names).toEqual(
      expect.arrayContaining([
        ['account.secondStepOff', email],
        ['account.passwordChanged', email],
      ]),
    )
  })

  it('makes no project of an id that is mistyped, nor one without an owner', async () => {
    const { email } = await createStaff({ projectId: shop.projectId, role: 'staff' })
    const mistyped = `${shop.projectId.slice(0, -1)}${shop.projectId.endsWith('0') ? '1' : '0'}`
    for (const [project, role, words] of [
      [mistyped, 'owner', `There is no project ${mistyped}.`],
      [' 8d1f6c52-9f6e', 'owner', 'There is no project 8d1f6c52-9f6e.'],
      ['{8d1f6c52}', 'owner', 'There is no project {8d1f6c52}.'],
      ['Nobody’s', 'staff', 'There is no project "Nobody’s", and a new one begins with an owner.'],
    ] as const) {
      const { isDone, said } = await admin('create', '--email', email, '--project', project, '--role', role)
      expect([isDone, said]).toEqual([false, `${words}\n`])
    }
    vi.stubEnv('BAYCALL_ADMIN_PASSWORD', 'short')
    const short = await admin('create', '--email', email, '--project', 'Nobody’s', '--role', 'owner')
    vi.unstubAllEnvs()
    expect(short).toEqual({ isDone: false, said: 'BAYCALL_ADMIN_PASSWORD: At least 10 characters.\n' })
    expect(await prisma().project.count({ where: { name: { in: [mistyped, 'Nobody’s'] } } })).toBe(0)
    // Names are letters and digits as well.
    const named = await admin('create', '--email', email, '--project', 'Cafe-2024', '--role', 'owner')
    expect(named).toMatchObject({ isDone: true, said: expect.stringContaining('Project "Cafe-2024" is made') })
  })

  it('is not made where nobody could sign in to it', async () => {
    for (const email of ['admin@localhost', 'jürgen@shop.example', 'a..b@shop.example']) {
      const { isDone, said } = await admin('create', '--email', email, '--project', shop.projectId, '--role', 'owner')
      expect([isDone, said]).toEqual([false, `${email} is no e-mail address.\n`])
    }
  })

  it('gets the role that is said: an owner all stores, others keep theirs', async () => {
    const { projectId, destinationId } = shop
    const { email } = await createStaff({ projectId, role: 'staff', destinationIds: [destinationId] })
    const becomes = (role: string) => admin('create', '--email', email, '--project', projectId, '--role', role)
    expect((await becomes('manager')).isDone).toBe(true)
    expect(await partsOf(email)).toEqual([{ projectId, role: 'manager', destinationIds: [destinationId] }])
    expect((await becomes('owner')).isDone).toBe(true)
    expect(await partsOf(email)).toEqual([{ projectId, role: 'owner', destinationIds: null }])
  })

  it('comes into another project only where its role there is said', async () => {
    const elsewhere = await openShop(inject('baseUrl'))
    const { email } = await createStaff({ projectId: shop.projectId, role: 'staff' })
    const before = await partsOf(email)
    for (const project of [elsewhere.projectId, `Shop ${randomUUID()}`]) {
      const { isDone, said } = await admin('create', '--email', email, '--project', project)
      expect([isDone, said]).toEqual([false, expect.stringContaining('say with --role')])
      expect(await prisma().project.count({ where: { name: project } })).toBe(0)
    }
    expect(await partsOf(email)).toEqual(before)
  })
})
