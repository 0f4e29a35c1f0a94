import type { Masking } from '@/lib/privacy/data'
import { shownKeys } from '@/lib/privacy/masked-keys'
import { noNames, type ToldNames, toldNames } from '@/lib/privacy/told-names'
import type { TimelineEvent } from '@/lib/timeline/schema'

/** By what names the customer of an order that is there is known, for shownEvent. */
export const namesIn = (order: Parameters<typeof toldNames>[0] | undefined, masking: Masking | null): ToldNames =>
  order && masking ? toldNames(order, masking.declared) : noNames

/**
 * What happened, as a shared board may tell it: of reasons only why Baycall called others, for why staff cancelled is free
 * text and may name a customer; and no details by names that do. Null masks nothing.
 */
export function shownEvent(masking: Masking | null, event: TimelineEvent, names: ToldNames): TimelineEvent {
  if (!masking) return event
  const isOurs = event.actor === 'system' && event.eventType === 'escalated'
  const changed = [...shownKeys(event.changed, masking.declared, names).values()]
  return { ...event, changed, reason: isOurs ? event.reason : null }
}
