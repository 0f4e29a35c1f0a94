import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { type MaskedBy, maskMessage } from '@/lib/privacy/masked-message'
import { slices } from '@/lib/slices'

type Order = { customerName: string; hsFields: Record<string, string>; detailsFollow?: true }

const by = (): MaskedBy => ({
  store: { projectId: randomUUID(), destinationId: 'here' },
  masking: { declared: {} },
  face: async () => ({ bayField: 'Bucht', fields: [] }),
})

const message = (orders: Order[]) => ({ event: 'orders', id: '1', data: JSON.stringify({ orders }) })

async function shownOf(orders: Order[], maskedBy: MaskedBy): Promise<Order[]> {
  return JSON.parse((await maskMessage(message(orders), maskedBy)).data).orders
}

const usual: Order = { customerName: 'Ada Park', hsFields: { 'Parking Bay': '4', Driver: 'Ada Park' } }

// As anybody may send them who has a publishable key.
const large = (n: number): Order => ({
  customerName: 'Ada Park',
  hsFields: {
    ...Object.fromEntries(
      Array.from({ length: 45 }, (_, at) => [`${'Ω'.repeat(60)}${n} ${at}`, 'Ελένη '.repeat(70)] as const),
    ),
    Bucht: '4',
    'Ada Park': 'came',
  },
})

it('is one turn for a usual order, however many others wait for theirs', async () => {
  let others = 0
  let isOver = false
  const other = async () => {
    const slice = slices()
    while (!isOver) {
      await slice()
      for (const untilMs = performance.now() + 5; performance.now() < untilMs; );
      others += 1
    }
  }
  const busy = Array.from({ length: 20 }, other)
  const [shown] = await shownOf([usual], by())
  const before = others
  isOver = true
  await Promise.all(busy)
  expect(shown).toEqual({ customerName: 'Ada P.', hsFields: { 'Parking Bay': '4', Driver: 'A. P.' } })
  expect(before).toBe(0)
})

it('tells of what takes long to look through the beginnings, once a project has sent much of it, and hides all the same', async () => {
  const maskedBy = by()
  const orders = await shownOf(
    Array.from({ length: 60 }, (_, n) => large(n)),
    maskedBy,
  )
  const counts = orders.map(({ hsFields }) => Object.keys(hsFields).length)
  expect([counts[0], counts.at(-1)]).toEqual([47, 2])
  for (const { customerName, hsFields } of orders) {
    expect(customerName).not.toContain('Park')
    expect(hsFields).not.toHaveProperty('Ada Park')
    expect(hsFields).toMatchObject({ Bucht: '4' })
  }
  // Behind it a usual order is told whole, and so is a large one of another project.
  expect(await shownOf([usual], maskedBy)).toEqual([
    { customerName: 'Ada P.', hsFields: { 'Parking Bay': '4', Driver: 'A. P.' } },
  ])
  const [ofOther] = await shownOf([large(0)], by())
  expect(Object.keys(ofOther?.hsFields ?? {})).toHaveLength(47)
})

it('hides in an order whose further details are to follow what those may tell', async () => {
  const [shown] = await shownOf([{ ...usual, hsFields: { Words: 'come along' }, detailsFollow: true }], by())
  expect(shown).toEqual({ customerName: 'A. P.', hsFields: { Words: '•••' }, detailsFollow: true })
})
