import type { Masking } from '@/lib/privacy/data'
import type { TimelineEvent } from '@/lib/timeline/schema'

/**
 * What happened, as a shared board may tell it: of reasons only why Baycall called others, for why staff cancelled is free
 * text and may name a customer. Null masks nothing.
 */
export function shownEvent(masking: Masking | null, event: TimelineEvent): TimelineEvent {
  const isOurs = event.actor === 'system' && event.eventType === 'escalated'
  return masking && !isOurs ? { ...event, reason: null } : event
}
