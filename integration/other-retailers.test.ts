import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { watch } from '@/integration/event-source'
import { openShop, type Shop } from '@/integration/shop'
import { Staff } from '@/integration/staff'
import { unhurried } from '@/integration/unhurried'
import { noteAudit } from '@/lib/audit/data'
import { pools } from '@/lib/db'
import { entryRecord } from '@/prisma/factories/entry'

let shop: Shop
let other: Shop
let owner: Record<string, string>
let browser: Browser
let staff: Staff

const counted = ['order_event', 'entry', 'audit_entry'] as const
const at = { kind: 'system', id: null, name: null, address: null } as const
const subject = { kind: 'audit', id: null, name: null } as const

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await pools().hot.query(text, values)).rows

/** The numbers of this project's rows, which one counter gives to the rows of all projects. */
async function numbersOf(): Promise<string[]> {
  const rows = await Promise.all(
    counted.map((table) =>
      query<{ sequence: string }>(`select sequence::text as sequence from ${table} where project_id = $1`, [
        shop.projectId,
      ]),
    ),
  )
  return [...new Set(rows.flat().map(({ sequence }) => sequence))]
}

const ingest = (from: Shop, count: number) =>
  from.call('/api/prod1/entry', {
    method: 'POST',
    body: {
      projectId: from.projectId,
      entries: Array.from({ length: count }, () => entryRecord({ destinationId: from.destinationId })),
    },
  })

/** An order with its arrival, two entries and a line of the record, which says as an erasing does how far it came. */
async function happens(to: Shop, orderId: string): Promise<void> {
  const { body } = await to.create(orderId, { eventType: 'onTheWay' })
  await to.update(orderId, { eventType: 'arrival' })
  await ingest(to, 2)
  const [event] = await query<{ sequence: string }>(
    'select sequence::text as sequence from order_event where project_id = $1 and service_id = $2',
    [to.projectId, body.serviceId],
  )
  const details = { begun: { [String(body.serviceId)]: event?.sequence } }
  await noteAudit({ projectId: to.projectId, actor: at, action: 'customer.erased', subject, details }, new Date())
}

beforeAll(async () => {
  // Numbers of seven figures are nothing else by chance.
  for (const table of counted)
    await unhurried(`select setval(s, nextval(s) + 1200000) from (select '${table}_sequence_seq'::regclass as s) t`)
  ;[shop, other] = await Promise.all([openShop(inject('baseUrl')), openShop(inject('baseUrl'))])
  const { headers, account } = await shop.signIn({ role: 'owner' })
  owner = headers
  browser = new Browser(shop)
  await browser.signIn({ email: account.email, password: account.password })
  staff = await Staff.of(shop)
  await happens(shop, 'first')
  for (let n = 0; n < 5; n += 1) await happens(other, `others-${n}`)
  await happens(shop, 'second')
  // Long enough ago for a board to go on from there.
  await query(`update order_event set recorded_at = recorded_at - interval '1 minute' where project_id = $1`, [
    shop.projectId,
  ])
})

/** What is in an answer, however somebody reads it: as it is, and each word of it taken for base64 or hexadecimal. */
function readings(answer: string): Buffer[] {
  const words = answer.match(/[\w+/=-]{4,}/g) ?? []
  const hex = answer.match(/[0-9a-f-]{8,}/gi) ?? []
  return [
    Buffer.from(answer),
    ...words.flatMap((word) => [0, 1, 2, 3].map((from) => Buffer.from(word.slice(from), 'base64'))),
    ...hex.map((digits) => Buffer.from(digits.replaceAll('-', ''), 'hex')),
  ]
}

/** The numbers of rows that can be read in an answer: in figures, or as an integer of four bytes and more. */
function told(answer: string, numbers: string[]): string[] {
  const read = readings(answer)
  const figures = new Set(read.flatMap((bytes) => bytes.toString('latin1').match(/\d+/g) ?? []))
  return numbers.filter((number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(Number(number))
    const turned = Buffer.from(bytes).reverse()
    return figures.has(number) || read.some((one) => one.includes(bytes) || one.includes(turned))
  })
}

async function asked(address: string, headers = owner): Promise<string> {
  const answer = await fetch(`${shop.baseUrl}${address}`, { headers })
  expect(answer.status).toBe(200)
  return answer.text()
}

const search = async (body: object) => {
  const answer = await fetch(`${shop.baseUrl}/api/prod1/entry/_search`, {
    method: 'POST',
    headers: { ...owner, 'content-type': 'application/json' },
    body: JSON.stringify({ projectId: shop.projectId, pageSize: 1, ...body }),
  })
  return { text: await answer.text(), token: answer.headers.get('x-pagination-token') ?? '' }
}

const ofStore = () => `projectId=${shop.projectId}&destinationId=${shop.destinationId}`
const record = (more: string) => asked(`/api/staff/audit${more}projectId=${shop.projectId}`)
const orders = async () => {
  return JSON.parse(await asked(`/api/staff/board?${ofStore()}`)).orders as { serviceId: string; orderId: string }[]
}
const second = async () => (await orders()).find(({ orderId }) => orderId === 'second') ?? {}

describe('how much other retailers on the same server do is in nothing that anybody is answered:', () => {
  it.each<[string, string, () => Promise<string>]>([
    ['a board', '"cursor":"', async () => await asked(`/api/staff/board?${ofStore()}`)],
    [
      'the page of a board',
      'cursor',
      async () => await asked(`/board/${shop.projectId}/${shop.destinationId}`, browser.headers),
    ],
    [
      'its stream, of what was missed and from then on',
      'heartbeat',
      async () => {
        const reader = watch(shop, owner)
        const messages = [await reader.nextOrder('second'), await reader.next(({ event }) => event === 'heartbeat')]
        reader.close()
        return JSON.stringify(messages)
      },
    ],
    ['an order’s timeline', '"events":[{', async () => JSON.stringify((await staff.timeline(await second())).body)],
    [
      'who was first, told to who was second',
      '"lastChange":{',
      async () => {
        const order = await second()
        await staff.act(order, 'acknowledge')
        return JSON.stringify((await staff.act(order, 'acknowledge')).body)
      },
    ],
    ['the record', '"begun"', async () => await record('?pageSize=2&')],
    ['a page of the record', '"paginationToken":"', async () => await record('?pageSize=1&')],
    ['the record as a table', 'customer.erased', async () => await record('/export?format=csv&')],
    ['the record as lines', 'customer.erased', async () => await record('/export?format=ndjson&')],
    ['a page of entries', '"paginationToken":"', async () => (await search({})).text],
    [
      'a page of entries by their own time',
      '"paginationToken":"',
      async () => (await search({ timeType: 'entryTime' })).text,
    ],
    ['a table of entries', 'token: ', async () => `token: ${(await search({ format: 'csv' })).token}`],
    ['lines of entries', 'token: ', async () => `token: ${(await search({ format: 'ndjson' })).token}`],
    [
      'a page of orders',
      '"paginationToken":"',
      async () =>
        JSON.stringify(
          (await shop.call(`/api/orders?projectId=${shop.projectId}&pageSize=1`, { key: shop.secretKey })).body,
        ),
    ],
  ])('%s', async (_, holds, ask) => {
    const answer = await ask()
    expect(answer).toContain(holds)
    const numbers = await numbersOf()
    expect(numbers.length).toBeGreaterThan(9)
    expect(told(answer, numbers)).toEqual([])
  })

  it('such numbers would be found in whatever form they were', async () => {
    const numbers = await numbersOf()
    const [number = ''] = numbers
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt(number))
    for (const text of [
      `{"sequence":"${number}"}`,
      `x.${Buffer.from(`[1,"d",17,"${number}"]`).toString('base64url')}.mac`,
      bytes.toString('base64url'),
      bytes.toString('hex'),
      bytes.swap64().toString('base64'),
    ]) {
      expect(told(text, numbers)).toEqual([number])
    }
  })
})

describe('what stands in their place', () => {
  it('names each line of a timeline and of the record, and the same at each time', async () => {
    const idsOf = (lines: unknown) => (lines as { id: string }[]).map(({ id }) => id)
    const timeline = async () => idsOf((await staff.timeline(await second())).body.events)
    const lines = async () => idsOf(JSON.parse(await record('?')).entries)
    const files = async () => {
      const text = await record('/export?format=ndjson&')
      return idsOf(
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      )
    }
    const [told, kept] = [await timeline(), await lines()]
    expect(new Set([...told, ...kept]).size).toBe(told.length + kept.length)
    expect(await timeline()).toEqual(told)
    expect(await lines()).toEqual(kept)
    // An export is a line itself: of the others each has its name there too.
    expect((await files()).slice(-kept.length)).toEqual(kept)
  })
})
