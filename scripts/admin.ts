import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { deleteSecondStep, findSecondStep, listProjectIdsOf } from '@/lib/account/data'
import { atConsole } from '@/lib/audit/actor'
import type { AuditNote } from '@/lib/audit/model'
import { saveAccount } from '@/lib/auth/accounts'
import { closeDatabase, prisma } from '@/lib/db'
import { Refusal } from '@/lib/errors'
import { PersonName } from '@/lib/people/schema'
import { insertProject } from '@/lib/stores/data'
import { wholeProcessAcrossProjects } from '@/lib/wall'
import { randomPassword } from '@/prisma/factories/project'

const usage = `The first administrator, or a new password for one.

  npm run admin -- create --email you@shop.example [--name "Your Name"] [--project "Shop name" | --project ID] [--role owner|manager|staff] [--without-second-step]

An account that is there already gets a new password; its sessions and its passkeys end.
--without-second-step removes the second step of somebody who has lost phone and recovery codes.

The password is made here and printed once (or set BAYCALL_ADMIN_PASSWORD). A project of that name is made when there is none.`

class Mistake extends Error {}

async function projectIdOf(given: string | undefined, now: Date): Promise<string> {
  const projects = await prisma().project.findMany({ orderBy: { createdAt: 'asc' } })
  const [only] = projects
  const known = given ? projects.find((p) => p.projectId === given.toLowerCase() || p.name === given) : undefined
  if (known) return known.projectId
  if (!given && projects.length === 1 && only) return only.projectId
  if (!given && projects.length > 1) {
    throw new Mistake(`Say which with --project:\n${projects.map((p) => `  ${p.projectId}  ${p.name}`).join('\n')}`)
  }
  const projectId = randomUUID()
  await insertProject(projectId, given ?? 'My stores', false, now)
  console.log(`Project "${given ?? 'My stores'}" is made: ${projectId}`)
  return projectId
}

async function removeSecondStep(userId: string, name: string, now: Date): Promise<void> {
  if (!(await findSecondStep(userId))?.isOn) return
  const subject = { kind: 'account', id: userId, name } as const
  const note = { actor: atConsole, action: 'account.secondStepOff', subject } as const
  const notes = (await listProjectIdsOf(userId)).map((projectId): AuditNote => ({ ...note, projectId }))
  await deleteSecondStep({ userId, shown: null, isOn: true }, notes, now)
}

async function main(): Promise<void> {
  const options = {
    email: { type: 'string' },
    name: { type: 'string' },
    project: { type: 'string' },
    role: { type: 'string' },
    'without-second-step': { type: 'boolean' },
  } as const
  const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
  if (positionals[0] !== 'create' || !values.email) throw new Mistake(usage)
  if (!/^[^@\s]+@[^@\s]+$/.test(values.email)) throw new Mistake(`${values.email} is no e-mail address.`)
  const role = values.role ?? 'owner'
  if (role !== 'owner' && role !== 'manager' && role !== 'staff')
    throw new Mistake('--role is owner, manager or staff.')
  const name = values.name ?? values.email.split('@')[0] ?? values.email
  if (!PersonName.safeParse(name).success) {
    throw new Mistake('--name is 1 to 100 printable characters on one line.')
  }
  const now = new Date()
  const projectId = await projectIdOf(values.project, now)
  const password = process.env.BAYCALL_ADMIN_PASSWORD || randomPassword()
  const membership = { projectId, role, destinationIds: null } as const
  const { isNew, userId, passkeysEnded } = await saveAccount(
    { email: values.email, password, name, membership, actor: atConsole },
    now,
  )
  if (values['without-second-step']) await removeSecondStep(userId, name, now)
  const shown = process.env.BAYCALL_ADMIN_PASSWORD ? 'the password you set' : `password ${password} (shown this once)`
  console.log(`${values.email}: ${isNew ? 'account made' : 'account there already, password changed'}, ${shown}`)
  if (passkeysEnded > 0) console.log(`Its passkeys sign nobody in any more (${passkeysEnded} removed): add them anew.`)
  console.log(
    `Role ${role} in project ${projectId}. Keys for it: npm run keys -- create --kind secret --name "Server" --project ${projectId}`,
  )
}

wholeProcessAcrossProjects()
main()
  .catch((error) => {
    const said = error instanceof Mistake || error instanceof Refusal || error.code?.startsWith('ERR_PARSE_ARGS')
    console.error(said ? error.message : error)
    process.exitCode = 1
  })
  .finally(closeDatabase)
