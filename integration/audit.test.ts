import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { Contract } from '@/integration/contract'
import { sendRaw } from '@/integration/raw-request'
import { meetCommonRefusals, notMet } from '@/integration/refusals'
import { openShop, type Shop } from '@/integration/shop'
import { arrivedOrder, Staff } from '@/integration/staff'
import { noteAudit } from '@/lib/audit/data'
import { auditActions } from '@/lib/audit/model'
import { sql } from '@/lib/db'
import en from '@/lib/language/messages/en.json'
import { createStore } from '@/prisma/factories/project'
import { inRoot } from '@/scripts/settings/places.mjs'

const audit = 'GET /api/staff/audit'
const exported = 'GET /api/staff/audit/export'
const actors = 'GET /api/staff/audit/actors'

let contract: Contract

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
})

type Line = {
  id: string
  at: string
  action: string
  actor: { kind: string; id: string | null; name: string | null; address: string | null }
  subject: { kind: string; id: string | null; name: string | null }
  details: Record<string, unknown>
}
type Page = { entries: Line[]; paginationToken?: string }

/** A project with its owner, and what its record says. */
async function openRecord() {
  const shop = await openShop(inject('baseUrl'))
  const { headers, account } = await shop.signIn({ role: 'owner', name: 'Ada Mensah' })
  const page = async (query: Record<string, string> = {}) => {
    const asked = { projectId: shop.projectId, ...query }
    return (await contract.expect(audit, 200, null, { headers, query: asked })).body as Page
  }
  /** Newest first; what people do in signing in is another matter. */
  const lines = async (query: Record<string, string> = {}) =>
    (await page(query)).entries.filter(({ action }) => !action.startsWith('account.'))
  return { shop, headers, account, page, lines }
}

/** Lines of so many kinds, by two people, a second apart. */
async function fill(shop: Shop, count: number, from = Date.parse('2026-03-01T00:00:00Z')): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const actor = { kind: 'staff', id: `u${n % 2}`, name: n % 2 ? '=Ben' : 'Ana', address: '203.0.113.7' } as const
    const kind = n % 3 === 0 ? 'tablet' : 'person'
    const subject = { kind, id: `s${n % 4}`, name: `It, "${n}"` } as const
    const action = kind === 'tablet' ? 'tablet.paired' : 'person.invited'
    await noteAudit({ projectId: shop.projectId, actor, action, subject, details: { n } }, new Date(from + n * 1000))
  }
}

describe('what changes something leaves one line, with who did it and from where', () => {
  it('settings of a project and of a store, by field, from what to what', async () => {
    const { shop, headers, lines } = await openRecord()
    const { projectId, destinationId } = shop
    const ofProject = `/api/staff/projects/${projectId}/settings`
    const ofStore = `/api/staff/stores/settings?${new URLSearchParams({ projectId, destinationId })}`
    const patch = (address: string, body: object, more: object = {}) =>
      shop.call(address, { method: 'PATCH', body, headers: { ...headers, ...more }, key: null })
    await patch(ofProject, { goalSeconds: 100, entryMonths: 20 })
    await patch(ofProject, { goalSeconds: 90, entryMonths: null })
    await patch(ofStore, { name: 'Harbour', timeZone: 'Europe/Madrid', bays: ['1'] })
    const by = { kind: 'staff', name: 'Ada Mensah', address: '127.0.0.1' }
    const [store, second, first, ...others] = await lines()
    expect(others).toEqual([])
    expect(store).toMatchObject({
      action: 'store.changed',
      actor: by,
      subject: { kind: 'store', id: destinationId, name: 'Harbour' },
      details: {
        changes: {
          name: { from: destinationId, to: 'Harbour' },
          timeZone: { from: 'UTC', to: 'Europe/Madrid' },
          bays: { from: null, to: ['1'] },
        },
      },
    })
    expect(second?.details).toEqual({
      changes: { goalSeconds: { from: 100, to: 90 }, entryMonths: { from: 20, to: null } },
    })
    expect(first).toMatchObject({
      action: 'project.changed',
      actor: by,
      subject: { kind: 'project', id: projectId },
      details: { changes: { goalSeconds: { from: null, to: 100 }, entryMonths: { from: null, to: 20 } } },
    })

    await patch(ofStore, { bays: ['2', '1', '3'] })
    await patch(ofStore, { bays: ['3', '4', '1'] })
    await patch(ofStore, { bays: ['1', '3', '4'] })
    expect((await lines()).slice(0, 3).map(({ details }) => details)).toEqual([
      { changes: { bays: { from: ['3', '4', '1'], to: ['1', '3', '4'] } } },
      { changes: { bays: { gone: ['2'], come: ['4'] } } },
      { changes: { bays: { gone: [], come: ['2', '3'] } } },
    ])

    // What is refused, or changes nothing, is no line.
    expect((await patch(ofProject, { goalSeconds: 1 })).status).toBe(400)
    expect((await patch(ofProject, { goalSeconds: 50 }, { 'if-match': '"0"' })).status).toBe(412)
    expect((await patch(ofStore, { name: 'x' }, { 'if-match': '"0"' })).status).toBe(412)
    expect((await patch(ofStore, { name: 'Harbour' })).status).toBe(200)
    const staff = (await shop.signIn()).headers
    expect((await patch(ofProject, { goalSeconds: 50 }, staff)).status).toBe(403)
    expect(await lines()).toHaveLength(6)
  })

  it('settings that twenty change at once: each line begins where the one before it ended', async () => {
    const { shop, headers, lines } = await openRecord()
    const address = `/api/staff/projects/${shop.projectId}/settings`
    const goals = Array.from({ length: 20 }, (_, at) => 100 + at)
    await Promise.all(
      goals.map((goalSeconds) => shop.call(address, { method: 'PATCH', body: { goalSeconds }, headers, key: null })),
    )
    type Change = { from: number | null; to: number }
    const changes = (await lines()).map(({ details }) => (details.changes as { goalSeconds: Change }).goalSeconds)
    expect(changes).toHaveLength(20)
    expect(changes.map(({ to }) => to).sort()).toEqual(goals)
    const followed = new Map(changes.map(({ from, to }) => [from, to]))
    let goal: number | null = null
    for (let step = 0; step < 20; step += 1) goal = followed.get(goal) ?? null
    expect(goal).not.toBeNull()
  })

  it('each action of staff on an order, its undo too, and nothing of the customer', async () => {
    const { shop, lines } = await openRecord()
    const sam = await Staff.of(shop, { name: 'Sam Okafor' })
    const order = await arrivedOrder(shop, 'o1')
    await shop.update('o1', { customerName: 'Priya Natarajan', hsFields: { 'Car Plate': 'NM 1234' } })
    const done = await sam.act(order, 'acknowledge')
    expect((await sam.act(order, 'acknowledge')).status).toBe(409)
    await sam.act(order, 'undo', { version: done.body.version })
    await sam.act(order, 'move', { section: 'OnTheWay' })
    await sam.act(order, 'complete')
    const other = await arrivedOrder(shop, 'o2')
    await sam.act(other, 'cancel', { reason: 'Priya Natarajan never came' })
    const told = await lines({ kind: 'orders' })
    expect(told.map(({ details }) => details.act)).toEqual(['cancel', 'complete', 'move', 'undo', 'acknowledge'])
    const { destinationId } = shop
    expect(told.at(-1)).toMatchObject({
      action: 'order.acted',
      actor: { kind: 'staff', name: 'Sam Okafor', address: '127.0.0.1' },
      subject: { kind: 'order', id: order.serviceId, name: null },
      details: { act: 'acknowledge', destinationId },
    })
    expect(JSON.stringify(told)).not.toMatch(/Priya|NM 1234/)
  })

  it('an account that is made, or given a new password, at the server’s console', async () => {
    const { shop, page } = await openRecord()
    const email = `${randomUUID()}@example.test`
    const args = ['create', '--email', email, '--project', shop.projectId, '--role', 'manager']
    for (const _ of ['made', 'there already']) {
      await promisify(execFile)(process.execPath, ['--import', 'tsx', inRoot('scripts', 'admin.ts'), ...args])
    }
    const told = (await page({ actorKind: 'console' })).entries
    expect(told.map(({ action, subject, details }) => [action, subject.kind, subject.name, details])).toEqual([
      ['account.passwordChanged', 'account', email, {}],
      ['person.joined', 'person', email, { role: 'manager', stores: 'all' }],
    ])
  })

  it('also where several act at once: one line for the one that was first', async () => {
    const { shop, lines } = await openRecord()
    const staff = await Promise.all([1, 2, 3, 4].map(() => Staff.of(shop)))
    const order = await arrivedOrder(shop, 'raced')
    const answers = await Promise.all(staff.map((one) => one.act(order, 'complete')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await lines()).toHaveLength(1)
  })
})

describe('the record', () => {
  it('is for owners of the whole project, and no other project’s', async () => {
    const { shop } = await openRecord()
    const query = { projectId: shop.projectId }
    const { destinationId } = await createStore(shop.projectId)
    const callers = [
      [(await shop.signIn({ role: 'manager' })).headers, 403, 'right_missing'],
      [(await shop.signIn({ role: 'owner', destinationIds: [destinationId] })).headers, 403, 'right_missing'],
      [(await shop.signIn()).headers, 403, 'right_missing'],
      [(await openRecord()).headers, 404, 'project_not_found'],
    ] as const
    for (const [headers, status, code] of callers) {
      for (const name of [audit, exported, actors]) await contract.expect(name, status, code, { headers, query })
    }
    const { sequence } = (
      await sql<{ sequence: string | null }>(
        'newest-export',
        `select max(sequence)::text as sequence from audit_entry where project_id = $1 and action = 'audit.exported'`,
        [shop.projectId],
      )
    )[0] ?? { sequence: '' }
    expect(sequence).toBeNull()
  })

  it('is read page by page, newest first: each line once, also those of one moment and those that come meanwhile', async () => {
    const { shop, page, headers } = await openRecord()
    await fill(shop, 9)
    const at = new Date('2026-03-01T00:00:04Z')
    const actor = { kind: 'system', id: null, name: null, address: null } as const
    const subject = { kind: 'audit', id: null, name: null } as const
    for (let n = 0; n < 3; n += 1) {
      await noteAudit(
        { projectId: shop.projectId, actor, action: 'person.removed', subject, details: { n: 10 + n } },
        at,
      )
    }
    const endTime = '2026-03-02T00:00:00Z'
    const whole = (await page({ endTime })).entries
    expect(whole).toHaveLength(12)
    const order = whole.map((line) => [line.at, Number(line.details.n)] as const)
    expect(order).toEqual(order.toSorted((a, b) => b[0].localeCompare(a[0]) || b[1] - a[1]))
    const walked: Line[] = []
    let paginationToken: string | undefined
    do {
      const asked: Record<string, string> = { endTime, pageSize: '5', ...(paginationToken && { paginationToken }) }
      const { entries, paginationToken: next } = await page(asked)
      walked.push(...entries)
      if (!paginationToken) await fill(shop, 1, Date.parse('2026-03-01T12:00:00Z'))
      paginationToken = next
    } while (paginationToken)
    expect(walked).toEqual(whole)
    const { paginationToken: token = '' } = await page({ pageSize: '5' })
    const query = { projectId: shop.projectId, pageSize: '4', paginationToken: token }
    await contract.expect(audit, 400, 'pagination_token_invalid', { headers, query })
  })

  it('is narrowed to who, what, when and to what, alone and together', async () => {
    const { shop, page, headers } = await openRecord()
    await fill(shop, 12)
    const found = async (query: Record<string, string>) =>
      (await page({ endTime: '2026-03-02T00:00:00Z', ...query })).entries.map(({ details }) => details.n)
    expect(await found({ actorId: 'u0' })).toEqual([10, 8, 6, 4, 2, 0])
    expect(await found({ kind: 'tablets' })).toEqual([9, 6, 3, 0])
    expect(await found({ kind: 'people', actorId: 'u1' })).toEqual([11, 7, 5, 1])
    expect(await found({ kind: 'keys' })).toEqual([])
    expect(await found({ subjectKind: 'tablet', subjectId: 's0' })).toEqual([0])
    expect(await found({ subjectKind: 'person', subjectId: 's0', kind: 'people' })).toEqual([8, 4])
    expect(await found({ actorKind: 'console' })).toEqual([])
    const [startTime, endTime] = ['2026-03-01T00:00:03Z', '2026-03-01T00:00:06Z']
    expect(await found({ startTime, endTime })).toEqual([5, 4, 3])
    expect(await found({ startTime, endTime, kind: 'tablets', actorId: 'u1' })).toEqual([3])
    const all = { startTime: '2026-03-01T00:00:00Z', actorKind: 'staff', actorId: 'u0', subjectKind: 'person' }
    const everything = { ...all, subjectId: 's0', pageSize: '1' }
    for (const _ of ['planned', 'kept']) {
      const first = await page({ endTime: '2026-03-02T00:00:00Z', ...everything })
      expect(first.entries.map(({ details }) => details.n)).toEqual([8])
      expect(await found({ ...everything, paginationToken: String(first.paginationToken) })).toEqual([4])
      expect(await found({ ...everything, kind: 'people' })).toEqual([8])
    }
    const { body } = await contract.expect(actors, 200, null, { headers, query: { projectId: shop.projectId } })
    const people = (body as { actors: { id: string; name: string }[] }).actors.filter(({ id }) => /^u\d$/.test(id))
    const known = Object.fromEntries(people.map(({ id, name }) => [id, name]))
    expect([people.length, known]).toEqual([2, { u0: 'Ana', u1: '=Ben' }])
    const backwards = { projectId: shop.projectId, startTime: endTime, endTime: startTime }
    await contract.expect(audit, 400, 'field_invalid', { headers, query: backwards })
    await contract.expect(exported, 400, 'field_invalid', { headers, query: backwards })
  })

  it('is exported whole, also beyond one batch, as a file that no spreadsheet runs; the export is a line itself', async () => {
    const { shop, headers, page } = await openRecord()
    const { projectId } = shop
    await sql(
      'fill-audit',
      `insert into audit_entry (project_id, at, action, actor_kind, actor_id, actor_name, subject_kind, details)
       select $1, timestamptz '2026-03-01T00:00:00Z' + n * interval '1 s', 'person.invited', 'staff', 'u', '=1+1', 'person',
              jsonb_build_object('n', n, 'to', 'x;=1')
       from generate_series(1, 4500) n`,
      [projectId],
    )
    const query = { projectId, kind: 'people' }
    const csv = await contract.expect(exported, 200, null, { headers, query })
    const rows = csv.text.trimEnd().split('\n')
    expect(rows).toHaveLength(4_501)
    expect(rows[0]).toBe('at,action,actorKind,actorId,actorName,address,subjectKind,subjectId,subjectName,details,id')
    expect(rows[1]).toMatch(
      /^2026-03-01T01:15:00.000Z,person\.invited,staff,u,'=1\+1,,person,,,"\{""n"":4500,""to"":""x;'=1""\}",[0-9a-f]{24}$/,
    )
    const all = { projectId, format: 'ndjson' }
    const { text } = await contract.expect(exported, 200, null, { headers, query: all })
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    expect(lines.filter(({ action }) => action === 'person.invited')).toHaveLength(4_500)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    // The export before this one is in it; this one is not.
    expect(lines.filter(({ action }) => action === 'audit.exported').map(({ details }) => details)).toEqual([
      { format: 'csv', kind: 'people' },
    ])
    const noted = (await page({ kind: 'record' })).entries.map(({ actor, details }) => [actor.name, details])
    expect(noted).toEqual([
      ['Ada Mensah', { format: 'ndjson' }],
      ['Ada Mensah', { format: 'csv', kind: 'people' }],
    ])
  })

  it('tells long lines on pages of so many bytes, and exports them whole, each once', async () => {
    const { shop, page, headers } = await openRecord()
    const { projectId } = shop
    await sql(
      'fill-long-audit',
      `insert into audit_entry (project_id, at, action, actor_kind, actor_id, actor_name, subject_kind, details)
       select $1, timestamptz '2026-03-01T00:00:00Z' + (n / 3) * interval '1 s', 'person.changed', 'staff', 'u', 'Ana', 'person',
              jsonb_build_object('n', n, 'stores', repeat('x', case when n = 20 then 600000 else 120000 end))
       from generate_series(1, 40) n`,
      [projectId],
    )
    const walked: number[][] = []
    let paginationToken: string | undefined
    do {
      const asked = { kind: 'people', pageSize: '1000', ...(paginationToken && { paginationToken }) }
      const { entries, paginationToken: next } = await page(asked)
      walked.push(entries.map(({ details }) => Number(details.n)))
      paginationToken = next
    } while (paginationToken)
    const all = Array.from({ length: 40 }, (_, n) => 40 - n)
    expect(walked.flat()).toEqual(all)
    expect(walked.filter((lines) => lines.length > 4 || (lines.includes(20) && lines.length > 1))).toEqual([])
    for (const format of ['csv', 'ndjson']) {
      const { text } = await contract.expect(exported, 200, null, {
        headers,
        query: { projectId, kind: 'people', format },
      })
      expect([...text.matchAll(/"n"+: ?(\d+)/g)].map(([, n]) => Number(n))).toEqual(all)
    }
  })

  it('has a line of an export that somebody has asked for, and none that a link of another site has them ask for', async () => {
    const { shop, account, headers, lines } = await openRecord()
    const browser = new Browser(shop)
    await browser.signIn(account)
    const { cookie = '' } = browser.headers
    const query = `projectId=${shop.projectId}&format=csv`
    for (const [path, action] of [
      [`/api/staff/audit/export?${query}`, 'audit.exported'],
      [`/api/staff/entries/export?${query}`, 'entries.exported'],
    ] as const) {
      const ask = async (method: string, sent: Record<string, string>) =>
        (await sendRaw(shop.baseUrl, { method, path, headers: sent })).status
      const noted = async () => (await lines()).filter((line) => line.action === action).length
      const from = (site: string) => ({ cookie, 'sec-fetch-site': site })
      for (const site of ['cross-site', 'same-site']) {
        expect([await ask('GET', from(site)), await ask('HEAD', from(site))]).toEqual([403, 403])
      }
      expect([await ask('HEAD', from('none')), await ask('HEAD', headers)]).toEqual([200, 200])
      expect(await noted()).toBe(0)
      for (const sent of [from('same-origin'), from('none'), { cookie }]) expect(await ask('GET', sent)).toBe(200)
      expect(await ask('GET', { ...headers, 'sec-fetch-site': 'cross-site' })).toBe(200)
      expect(await noted()).toBe(4)
    }
  })

  it('cannot be altered, whoever asks the database: not changed, not deleted, not emptied', async () => {
    const { shop, page } = await openRecord()
    await fill(shop, 1)
    const { projectId } = shop
    const tries = [
      [`update audit_entry set actor_name = 'Nobody' where project_id = $1`, [projectId]],
      ['delete from audit_entry where project_id = $1', [projectId]],
      ['truncate audit_entry', []],
    ] as const
    for (const [text, values] of tries) {
      await expect(sql(`alter-record-${text.slice(0, 6)}`, text, [...values])).rejects.toMatchObject({ code: '42501' })
    }
    const kept = (await page({ kind: 'tablets' })).entries
    expect(kept.map(({ actor }) => actor.name)).toEqual(['Ana'])
  })

  it('has words for everything that can stand in it', () => {
    expect(auditActions.filter((action) => !Object.hasOwn(en.auditActions, action))).toEqual([])
  })

  it('is answered as the document says, and nothing else is documented', async () => {
    const { headers, account } = await openRecord()
    const shop = await openShop(inject('baseUrl'))
    const origin = { origin: inject('baseUrl') }
    const browser = await shop.call('/api/staff/session', { method: 'POST', body: account, headers: origin, key: null })
    const cookie = browser.headers.getSetCookie().map((given) => given.split(';')[0])
    await contract.expect(audit, 404, 'project_not_found', { headers, query: { projectId: randomUUID() } })
    await meetCommonRefusals(contract, 'audit', {
      bearer: headers,
      cookie: { cookie: cookie.join('; ') },
      none: origin,
    })
    expect(notMet(contract, 'audit')).toEqual([])
  })
})
