import type { Masking } from '@/lib/privacy/data'
import { shownKeys } from '@/lib/privacy/masked-keys'
import { noNames, type ToldNames, toldNames } from '@/lib/privacy/told-names'
import { hiddenId } from '@/lib/sealed'
import type { KeptEvent } from '@/lib/timeline/data'
import type { TimelineEvent } from '@/lib/timeline/schema'

const gone = { customerName: '', hsFields: {} }

/** By what names the customer of an order is known, for shownEvent, or was `before`; of one that is gone, by those alone. */
export const namesIn = (
  order: Parameters<typeof toldNames>[0] | undefined,
  masking: Masking | null,
  before: string[] = [],
): ToldNames => (masking ? toldNames(order ?? gone, masking.declared, before) : noNames)

/**
 * What happened, as it is told, and how a shared board may tell it: of reasons only why Baycall called others, for why staff cancelled is free
 * text and may name a customer; and no details by names that do. Null masks nothing.
 */
export function shownEvent(masking: Masking | null, kept: KeptEvent, names: ToldNames): TimelineEvent {
  const { sequence, ...told } = kept
  const event = { id: hiddenId('timeline-event', sequence), ...told }
  if (!masking) return event
  const isOurs = event.actor === 'system' && event.eventType === 'escalated'
  const changed = [...shownKeys(event.changed, masking.declared, names).values()]
  return { ...event, changed, reason: isOurs ? event.reason : null }
}
