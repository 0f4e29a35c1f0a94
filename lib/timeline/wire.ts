import { listOf, membersOf, type Reader, withTimes } from '@/lib/http/wire'
import type { Timeline, TimelineEvent } from '@/lib/timeline/schema'

export const timelineEventReader = withTimes<TimelineEvent>({ recordedAt: true, eventTime: true })

const eventsReader = listOf(timelineEventReader)

export const timelineReader: Reader<Timeline> = {
  parse: (json) => ({ ...(membersOf(json) as Timeline), events: eventsReader.parse(membersOf(json).events) }),
}
