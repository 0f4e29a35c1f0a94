import { listOf, membersOf, type Reader, withTimes } from '@/lib/http/wire'
import type { InsightsView } from '@/lib/insights/schema'

const longestReader = listOf(withTimes<InsightsView['longest'][number]>({ arrivedAt: true, handedOverAt: true }))

export const insightsReader: Reader<InsightsView> = {
  parse: (json) => ({ ...(membersOf(json) as InsightsView), longest: longestReader.parse(membersOf(json).longest) }),
}
