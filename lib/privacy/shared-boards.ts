import { createHash } from 'node:crypto'
import type { StaffCaller } from '@/lib/auth/model'
import { reset } from '@/lib/board/feed/kept'
import type { ActedOrder, BoardOrder } from '@/lib/board/schema'
import type { StreamMessage } from '@/lib/http/event-stream'
import { findMasking, type Masking } from '@/lib/privacy/data'
import { type MaskedBy, maskMessage } from '@/lib/privacy/masked-message'
import { maskOrder } from '@/lib/privacy/masking'
import { hidesNothing } from '@/lib/privacy/model'
import { watchMasking } from '@/lib/privacy/store-masking'

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

const shown = new WeakMap<StreamMessage, { hidden: string; message: Promise<StreamMessage> }>()

// What happens at a store is one message for all of its boards: masked once, not by each. `hidden`: the masking, as text.
function maskOnce(message: StreamMessage, by: MaskedBy, hidden: string): Promise<StreamMessage> {
  const known = shown.get(message)
  if (known?.hidden === hidden) return known.message
  const made = maskMessage(message, by)
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
        const tried = masking ? await maskOnce(message, { store, masking, face: watched.face }, now) : message
        if (JSON.stringify(await watched.read()) === now) made = tried
      }
      yield made
    }
  } finally {
    watched.stop()
  }
}
