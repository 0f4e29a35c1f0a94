import { randomBytes } from 'node:crypto'
import type { Caller } from '@/integration/access/callers'
import { Shop } from '@/integration/shop'
import { createKey, createProject, createStore } from '@/prisma/factories/project'

/** A store's mark: what belongs to it has it somewhere. A: the store asked about. B: another of its project. Q: another project's. */
export type Letter = 'A' | 'B' | 'Q'

/** Two retailers: one with the stores A and B, one with the store Q. In each there are orders and entries. */
export type World = {
  baseUrl: string
  own: Shop
  other: Shop
  /** A third one, for what a key of another project writes: so that nothing of it is taken for a leak. */
  third: Shop
  marks: Record<Letter, string>
  stores: { a: string; b: string }
  /** An order that arrived in store A. */
  order: { orderId: string; serviceId: string; userToken: string }
  /** A view of the owner's. */
  viewId: string
  /** By whose phone they are found, in both projects. */
  phone: string
  /** By the names of their columns, once they are made. */
  callers: Record<string, Caller>
}

let phones = 0

/** A phone of nobody else's. */
export function nextPhone(): string {
  phones += 1
  return `07${String(Date.now()).slice(-6)}${String(phones).padStart(3, '0')}`
}

async function openStore(projectId: string, mark: string) {
  return createStore(projectId, { destinationId: `store-${mark}`, name: `Name ${mark}` })
}

async function openProject(baseUrl: string, mark: string): Promise<Shop> {
  const { projectId } = await createProject()
  const { destinationId, zoneIds } = await openStore(projectId, mark)
  const keys = [await createKey(projectId, 'secret'), await createKey(projectId, 'publishable')]
  return new Shop(baseUrl, projectId, destinationId, zoneIds[0] ?? '', keys[0] ?? '', keys[1] ?? '')
}

/** An order whose customer stands in a store; it is an entry as well. */
export async function arrived(shop: Shop, mark: string, orderId: string) {
  const destinationId = `store-${mark}`
  const { body } = await shop.create(orderId, { destinationId, customerName: `Guest ${mark}` })
  await shop.update(orderId, { destinationId, eventType: 'arrival' })
  return { orderId, serviceId: String(body.serviceId), userToken: String(body.userToken) }
}

export const ofProject = ({ own }: World) => ({ projectId: own.projectId })
export const ofStore = (world: World) => ({ ...ofProject(world), destinationId: world.stores.a })
/** What somebody names who says that a thing of A is the other project's. */
export const ofQ = ({ other }: World) => ({ projectId: other.projectId })

/** Something that the owner of the project of A and B does: what it answered. */
export async function asOwner({ own, callers }: World, method: string, address: string, body?: object) {
  const headers = callers.own?.api ?? {}
  const answered = await own.call(address, { method, body, headers, key: null })
  if (answered.status < 300) return answered.body
  throw new Error(`${method} ${address} answered ${answered.status}: ${JSON.stringify(answered.body)}`)
}

/** An order in A and one in Q, of one customer. */
export async function visitBoth({ own, other, marks }: Pick<World, 'own' | 'other' | 'marks'>, phone: string) {
  const hsFields = { phone }
  await own.create(`of ${phone}`, { customerName: `Guest ${marks.A}`, hsFields })
  await other.create(`of ${phone}`, { customerName: `Guest ${marks.Q}`, hsFields })
}

export async function makeWorld(baseUrl: string): Promise<World> {
  const mark = (letter: Letter) => `kerb${randomBytes(5).toString('hex')}${letter.toLowerCase()}`
  const marks = { A: mark('A'), B: mark('B'), Q: mark('Q') }
  const own = await openProject(baseUrl, marks.A)
  const { destinationId: b } = await openStore(own.projectId, marks.B)
  const [other, third] = [
    await openProject(baseUrl, marks.Q),
    await openProject(baseUrl, `${marks.Q.slice(0, -1)}third`),
  ]
  const order = await arrived(own, marks.A, `order-${marks.A}`)
  await arrived(own, marks.B, `order-${marks.B}`)
  await arrived(other, marks.Q, `order-${marks.Q}`)
  const phone = nextPhone()
  await visitBoth({ own, other, marks }, phone)
  return {
    baseUrl,
    own,
    other,
    third,
    marks,
    stores: { a: own.destinationId, b },
    order,
    phone,
    viewId: '',
    callers: {},
  }
}
