import { shortenedTo } from '@/lib/board/data'
import { detailsOnRow, ranksOnRow } from '@/lib/board/ticket-face'
import type { StreamMessage } from '@/lib/http/event-stream'
import { Allowance } from '@/lib/limits/allowance'
import { beginningsOf, type Cut } from '@/lib/privacy/beginnings'
import type { Masking } from '@/lib/privacy/data'
import { lookingTime } from '@/lib/privacy/looking-time'
import { maskOrder } from '@/lib/privacy/masking'
import type { FaceSettings } from '@/lib/settings/model'
import { slices } from '@/lib/slices'

type StoreKey = { projectId: string; destinationId: string }

/** By what a store's messages are masked. `face`: what a manager put on its orders' rows. */
export type MaskedBy = { store: StoreKey; masking: Masking; face: () => Promise<FaceSettings | null> }

const isObject = (json: unknown): json is Record<string, unknown> => typeof json === 'object' && json !== null

const textsOf = (json: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(isObject(json) ? json : {}).map(([key, value]) => [key, String(value)]))

// What is left out of an order may tell names, however few details there are.
const partly = { details: 0, characters: Number.POSITIVE_INFINITY }

// In microseconds (lookingTime): an order as people write them takes no longer, though nobody knows here which names are common; and so
// long a project's others are looked through in the streams of this process, a tenth of a core. A publishable key may bring what takes
// a hundred times as long, of which the beginnings alone are then told, as on a board: nobody at the kerb waits behind it.
const usualLook = 400
const allowance = new Allowance({ perSecond: 100_000, burst: 100_000 })
const none = new Set<string>()

type Details = { hsFields: Record<string, string>; cut?: Cut }

/** What is to be looked through of an order's details. */
async function detailsOf(json: Record<string, unknown>, { store, face }: MaskedBy): Promise<Details> {
  const hsFields = textsOf(json.hsFields)
  const micros = lookingTime(hsFields, none)
  const isWhole = micros <= usualLook || allowance.take(store.projectId, micros)
  const left = json.detailsFollow === true ? { cut: partly } : {}
  if (isWhole) return { hsFields, ...left }
  const onRow = detailsOnRow(hsFields, ranksOnRow(await face()))
  // What else has been sent is not known here: whatever is no row's may be what somebody typed.
  const own = Object.keys(hsFields).filter((name) => !onRow.includes(name))
  return { ...left, ...beginningsOf(hsFields, { ...shortenedTo, own }, onRow) }
}

async function shownCustomer(json: Record<string, unknown>, by: MaskedBy): Promise<Record<string, unknown>> {
  const customerName = typeof json.customerName === 'string' ? json.customerName : ''
  const { hsFields, cut } = await detailsOf(json, by)
  const shown = maskOrder({ customerName, hsFields }, by.masking.declared, cut)
  return {
    ...(customerName && { customerName: shown.customerName }),
    ...(isObject(json.hsFields) && { hsFields: shown.hsFields }),
  }
}

/** JSON with every customer in it masked, wherever it stands: a message that is made tomorrow hides them as well. */
async function maskJson(json: unknown, by: MaskedBy): Promise<unknown> {
  if (Array.isArray(json)) return Promise.all(json.map((item) => maskJson(item, by)))
  if (!isObject(json)) return json
  const isCustomer = typeof json.customerName === 'string' || isObject(json.hsFields)
  const shown = isCustomer ? await shownCustomer(json, by) : {}
  const entries: [string, unknown][] = []
  for (const [key, value] of Object.entries(json))
    entries.push([key, Object.hasOwn(shown, key) ? shown[key] : await maskJson(value, by)])
  return Object.fromEntries(entries)
}

// A message may hold many orders. One of a few is told at once: in a process that has much to do a turn comes some thirty times in a
// second, for all of a project's streams together.
async function maskOrders(orders: unknown[], by: MaskedBy): Promise<unknown[]> {
  const slice = slices({ isBegun: true })
  const shown: unknown[] = []
  for (const order of orders) {
    await slice()
    shown.push(await maskJson(order, by))
  }
  return shown
}

/** A message of a store's stream as a shared board may have it. */
export async function maskMessage(message: StreamMessage, by: MaskedBy): Promise<StreamMessage> {
  const { orders, ...others } = JSON.parse(message.data)
  const json = await maskJson(others, by)
  if (isObject(json) && Array.isArray(orders)) json.orders = await maskOrders(orders, by)
  if (message.event === 'settings' && isObject(json) && isObject(json.store)) json.store.isMasked = true
  return { ...message, data: JSON.stringify(json) }
}
