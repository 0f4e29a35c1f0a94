import { listNamesTold, type Masking } from '@/lib/privacy/data'
import { shownKeys } from '@/lib/privacy/masked-keys'
import { namedKeys, noNames, type ToldNames, toldNames } from '@/lib/privacy/told-names'
import type { TimelineEvent } from '@/lib/timeline/schema'

type OfOrder = { projectId: string; serviceId: string }

const gone = { customerName: '', hsFields: {} }

/** By what names the customer of an order is known, or was before, for shownEvent: also of one that is not there any more. */
export async function namesIn(
  { projectId, serviceId }: OfOrder,
  order: Parameters<typeof toldNames>[0] | undefined,
  masking: Masking | null,
): Promise<ToldNames> {
  if (!masking) return noNames
  const { declared } = masking
  const known = order ?? gone
  const before = await listNamesTold(projectId, [serviceId], namedKeys([known.hsFields], declared))
  return toldNames(known, declared, before.get(serviceId))
}

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
