import type { StaffCaller } from '@/lib/auth/model'
import { reset } from '@/lib/board/feed/kept'
import type { BoardOrder } from '@/lib/board/schema'
import type { StreamMessage } from '@/lib/http/event-stream'
import { findMasking, listNamesTold, type Masking } from '@/lib/privacy/data'
import { kindOf } from '@/lib/privacy/fields'
import { maskDetails, maskOrder } from '@/lib/privacy/masking'
import { masked } from '@/lib/privacy/masking-by-kind'
import { watchMasking } from '@/lib/privacy/store-masking'
import { namedKeys } from '@/lib/privacy/told-names'

type StoreKey = { projectId: string; destinationId: string }

/** For whom what is shown of a store is the same: everybody who looks at its shared boards, and each person by themselves. */
export type Audience = 'shared board' | 'person'

export const audienceOf = ({ tablet }: StaffCaller): Audience => (tablet ? 'shared board' : 'person')

/** What is hidden from an audience at a store; null for who sees everything: whoever is no shared board. */
export async function maskingOf(audience: Audience, store: StoreKey): Promise<Masking | null> {
  return audience === 'shared board' ? findMasking(store) : null
}

/** The same of a caller. */
export function maskingFor(caller: StaffCaller, store: StoreKey): Promise<Masking | null> {
  return maskingOf(audienceOf(caller), store)
}

type Known = Pick<BoardOrder, 'serviceId' | 'version' | 'hsFields'>

/** Which names some orders had before, as far as they may be said in their details: by serviceId. */
export function namesBefore(projectId: string, orders: Known[], { declared }: Masking): Promise<Map<string, string[]>> {
  const changed = orders.filter(({ version, hsFields }) => version > 1 && Object.keys(hsFields).length > 0)
  const keys = namedKeys(
    changed.map(({ hsFields }) => hsFields),
    declared,
  )
  return listNamesTold(
    projectId,
    changed.map(({ serviceId }) => serviceId),
    keys,
  )
}

/** An order as a caller may see it. */
export async function shownOrder(caller: StaffCaller, order: BoardOrder): Promise<BoardOrder> {
  const masking = await maskingFor(caller, order)
  if (!masking) return order
  const before = await namesBefore(order.projectId, [order], masking)
  return maskOrder(order, masking.declared, { before: before.get(order.serviceId) })
}

const isObject = (json: unknown): json is Record<string, unknown> => typeof json === 'object' && json !== null

function* ordersIn(json: unknown): Generator<Known> {
  if (Array.isArray(json)) for (const item of json) yield* ordersIn(item)
  else if (isObject(json)) {
    const { serviceId, version, hsFields } = json
    if (typeof serviceId === 'string' && typeof version === 'number' && isObject(hsFields))
      yield { serviceId, version, hsFields: hsFields as Known['hsFields'] }
    else for (const item of Object.values(json)) yield* ordersIn(item)
  }
}

type Hiding = Masking & { before: Map<string, string[]> }

/** JSON with every customer in it masked, wherever it stands: a message that is made tomorrow hides them as well. */
function maskJson(json: unknown, hiding: Hiding): unknown {
  if (Array.isArray(json)) return json.map((item) => maskJson(item, hiding))
  if (!isObject(json)) return json
  const { declared } = hiding
  const entries = Object.entries(json).map(([key, value]) => {
    if (key === 'customerName' && typeof value === 'string') return [key, masked(value, kindOf(key, declared))]
    if (key === 'hsFields' && isObject(value)) {
      const hsFields = Object.fromEntries(Object.entries(value).map(([k, v]) => [k, String(v)]))
      const customerName = typeof json.customerName === 'string' ? json.customerName : ''
      const before = hiding.before.get(String(json.serviceId))
      return [key, maskDetails({ customerName, hsFields }, declared, { before })]
    }
    return [key, maskJson(value, hiding)]
  })
  return Object.fromEntries(entries)
}

async function maskMessage(message: StreamMessage, masking: Masking, { projectId }: StoreKey): Promise<StreamMessage> {
  const told: unknown = JSON.parse(message.data)
  const json = maskJson(told, { ...masking, before: await namesBefore(projectId, [...ordersIn(told)], masking) })
  if (message.event === 'settings' && isObject(json) && isObject(json.store)) json.store.isMasked = true
  return { ...message, data: JSON.stringify(json) }
}

const shown = new WeakMap<StreamMessage, { hidden: string; made: Promise<StreamMessage> }>()

// What happens at a store is one message for all of its boards: masked once, not by each. `hidden`: the masking, as text.
function maskOnce(message: StreamMessage, masking: Masking, hidden: string, store: StoreKey): Promise<StreamMessage> {
  const known = shown.get(message)
  if (known?.hidden === hidden) return known.made
  const made = maskMessage(message, masking, store)
  shown.set(message, { hidden, made })
  // What failed is no answer for those who come next.
  made.catch(() => shown.get(message)?.made === made && shown.delete(message))
  return made
}

/**
 * A board's stream as a caller may see it. On a shared board what is hidden is asked anew once it has changed, and the board
 * reads itself anew.
 */
export async function* maskedMessages(
  caller: StaffCaller,
  store: StoreKey,
  messages: AsyncGenerator<StreamMessage>,
): AsyncGenerator<StreamMessage> {
  if (!caller.tablet) return yield* messages
  const watched = watchMasking(store)
  try {
    let before = JSON.stringify(await watched.read())
    for await (const message of messages) {
      const masking = await watched.read()
      const now = JSON.stringify(masking)
      if (now !== before) yield reset
      before = now
      yield masking ? await maskOnce(message, masking, now, store) : message
    }
  } finally {
    watched.stop()
  }
}
