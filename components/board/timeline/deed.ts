import type { Times } from '@/components/board/times'
import type { RichValues, Words } from '@/components/language/translator'
import type { Sentence } from '@/lib/language/schema'
import { escalationOf } from '@/lib/timeline/model'
import type { TimelineEvent } from '@/lib/timeline/schema'

const keys = new Set<Sentence<'timeline'>>([
  ...(['registration', 'updateOrder', 'onTheWay', 'partnerOnTheWay', 'arrival'] as const),
  ...(['acknowledged', 'fulfilled', 'cancelled', 'moved', 'undone', 'escalated', 'erased'] as const),
])

/** Whoever did it. */
function actorOf({ actor, actorName }: TimelineEvent, t: Words<'timeline'>): string {
  if (actor === 'staff') return actorName ?? t('somebody')
  if (actor === 'phone') return t('customersApp')
  return actor === 'server' ? t('retailersSystem') : 'Baycall'
}

type Deed = [key: Sentence<'timeline'>, values: Record<string, string>]

/** "Ana handed over this order": which sentence, and what stands in it. An event of a project's own is told by its name. */
export function deedOf(event: TimelineEvent, t: Words<'timeline'>, board: Words<'board'>): Deed {
  const { eventType, section, undone, reason } = event
  const key = [...keys].find((known) => known === eventType) ?? 'other'
  const { why, amount } = escalationOf(reason)
  const told = { event: eventType, section: board(section), undone: undone ?? '', why, amount: String(amount) }
  return [key, { who: actorOf(event, t), ...told }]
}

/** The same with its name set apart: `b` makes an element of it. */
export function richDeed(event: TimelineEvent, t: Words<'timeline'>, board: Words<'board'>, b: RichValues['b']) {
  const [key, values] = deedOf(event, t, board)
  return t.rich(key, { ...values, ...(b !== undefined && { b }) })
}

type Telling = { t: Words<'board'>; timeline: Words<'timeline'>; times: Times; timeZone: string }

/** "Ana handed over this order at 14:05.": who was first, and when. */
export function conflictWords(event: TimelineEvent, { t, timeline, times, timeZone }: Telling): string {
  const deed = timeline(...deedOf(event, timeline, t))
  return t('firstDeed', { deed, time: times.timeOfDay(event.recordedAt, timeZone) })
}
