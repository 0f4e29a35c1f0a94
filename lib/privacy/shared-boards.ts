import { createHash } from 'node:crypto'
import type { StaffCaller } from '@/lib/auth/model'
import { reset } from '@/lib/board/feed/kept'
import type { ActedOrder, BoardOrder } from '@/lib/board/schema'
import type { StreamMessage } from '@/lib/http/event-stream'
import { findMasking, type Masking } from '@/lib/privacy/data'
import { maskOrder } from '@/lib/privacy/masking'
import { type Declared, hidesNothing } from '@/lib/privacy/model'
import { watchMasking } from '@/lib/privacy/store-masking'
import { slices } from '@/lib/slices'

type StoreKey = { projectId: string; destinationId: string }

/** For whom what is shown of a store is the same: everybody who looks at its shared boards, and each person by themselves. */
export type Audience = 'shared board' | 'person'

export const audienceOf = ({ tablet }: StaffCaller): Audience => (tablet ? 'shared board' : 'person')

/** What is hidden from an audience at a store; null for who sees everything: whoever is no shared board. */
export async function maskingOf(audience: Audience, store: StoreKey): Promise<Masking | null> {
  return audience === 'shared board' ? findMasking(store) : null
}

/**
 * By what rules an answer hides, as a word that differs for what differs; a person's differ from a shared board's where that
 * hides nothing as well: a browser tells by it that it is the other by now.
 */
export function maskedByOf(audience: Audience, masking: Masking | null): string {
  if (audience === 'person') return hidesNothing
  return createHash('sha256').update(JSON.stringify(masking)).digest('base64url').slice(0, 16)
}

/** The same of a caller. */
export function maskingFor(caller: StaffCaller, store: StoreKey): Promise<Masking | null> {
  return maskingOf(audienceOf(caller), store)
}

/** An order as a caller may see it by these rules (maskingFor), with which those are. */
export function shownBy(caller: StaffCaller, masking: Masking | null, order: BoardOrder): ActedOrder {
  const shown = masking ? maskOrder(order, masking.declared) : order
  return { ...shown, maskedBy: maskedByOf(audienceOf(caller), masking) }
}

/** An order as a caller may see it. */
export async function shownOrder(caller: StaffCaller, order: BoardOrder): Promise<ActedOrder> {
  return shownBy(caller, await maskingFor(caller, order), order)
}

const isObject = (json: unknown): json is Record<string, unknown> => typeof json === 'object' && json !== null

// What is left out of an order may tell names, however few details there are.
const partly = { details: 0, characters: Number.POSITIVE_INFINITY }

function shownCustomer(json: Record<string, unknown>, declared: Declared): Record<string, unknown> {
  const { customerName, hsFields, detailsFollow } = json
  const told = Object.entries(isObject(hsFields) ? hsFields : {}).map(([key, value]) => [key, String(value)])
  const name = typeof customerName === 'string' ? customerName : ''
  const customer = { customerName: name, hsFields: Object.fromEntries(told) }
  const shown = maskOrder(customer, declared, detailsFollow === true ? partly : undefined)
  return { ...(name && { customerName: shown.customerName }), ...(isObject(hsFields) && { hsFields: shown.hsFields }) }
}

/** JSON with every customer in it masked, wherever it stands: a message that is made tomorrow hides them as well. */
function maskJson(json: unknown, { declared }: Masking): unknown {
  if (Array.isArray(json)) return json.map((item) => maskJson(item, { declared }))
  if (!isObject(json)) return json
  const { customerName, hsFields } = json
  const isCustomer = typeof customerName === 'string' || isObject(hsFields)
  const shown = isCustomer ? shownCustomer(json, declared) : {}
  const entries = Object.entries(json).map(([key, value]) => [
    key,
    Object.hasOwn(shown, key) ? shown[key] : maskJson(value, { declared }),
  ])
  return Object.fromEntries(entries)
}

// A message may hold many orders, each of which may take milliseconds.
async function maskOrders(orders: unknown[], masking: Masking): Promise<unknown[]> {
  const slice = slices()
  const shown: unknown[] = []
  for (const order of orders) {
    await slice()
    shown.push(maskJson(order, masking))
  }
  return shown
}

async function maskMessage(message: StreamMessage, masking: Masking): Promise<StreamMessage> {
  const { orders, ...others } = JSON.parse(message.data)
  const json = maskJson(others, masking)
  if (isObject(json) && Array.isArray(orders)) json.orders = await maskOrders(orders, masking)
  if (message.event === 'settings' && isObject(json) && isObject(json.store)) json.store.isMasked = true
  return { ...message, data: JSON.stringify(json) }
}

const shown = new WeakMap<StreamMessage, { hidden: string; message: Promise<StreamMessage> }>()

// What happens at a store is one message for all of its boards: masked once, not by each. `hidden`: the masking, as text.
function maskOnce(message: StreamMessage, masking: Masking, hidden: string): Promise<StreamMessage> {
  const known = shown.get(message)
  if (known?.hidden === hidden) return known.message
  const made = maskMessage(message, masking)
  shown.set(message, { hidden, message: made })
  return made
}

/**
 * A board's stream as a caller may see it. On a shared board what is hidden is asked anew once it has changed, and the board
 * reads itself anew; so does any that was read by other rules (`maskedBy`, maskedByOf) than those in force as its stream begins,
 * as where a browser is a tablet again whose board a person has opened, or the other way round. What comes before a `reset`
 * is hidden by the rules that the stream was asked by.
 */
export async function* maskedMessages(
  caller: StaffCaller,
  store: StoreKey,
  messages: AsyncGenerator<StreamMessage>,
  maskedBy?: string,
): AsyncGenerator<StreamMessage> {
  if (!caller.tablet) {
    if (maskedBy !== undefined && maskedBy !== hidesNothing) yield reset
    return yield* messages
  }
  const watched = watchMasking(store)
  try {
    const first = await watched.read()
    let before = JSON.stringify(first)
    const isRead = maskedBy === undefined ? first === null : maskedByOf('shared board', first) === maskedBy
    if (!isRead) yield reset
    for await (const message of messages) {
      // What was made meanwhile by what is hidden no longer, or not yet, is made again.
      let made: StreamMessage | null = null
      while (!made) {
        const masking = await watched.read()
        const now = JSON.stringify(masking)
        if (now !== before) yield reset
        before = now
        const tried = masking ? await maskOnce(message, masking, now) : message
        if (JSON.stringify(await watched.read()) === now) made = tried
      }
      yield made
    }
  } finally {
    watched.stop()
  }
}
