import { stringify } from 'csv-stringify/sync'
import { guarded } from '@/lib/csv/formulas'
import type { InsightGroup, Insights } from '@/lib/insights/schema'

type Row = Omit<InsightGroup, 'key'> & { key?: string }

const columns: Record<string, (row: Row) => string | number | null | undefined> = {
  key: ({ key }) => guarded(key),
  name: ({ name }) => guarded(name),
  arrivals: (row) => row.arrivals,
  handedOver: (row) => row.handedOver,
  cancelled: (row) => row.cancelled,
  open: (row) => row.open,
  waits: ({ wait }) => wait.count,
  waitP50: ({ wait }) => wait.p50,
  waitP70: ({ wait }) => wait.p70,
  waitP90: ({ wait }) => wait.p90,
  acknowledgeP50: ({ acknowledge }) => acknowledge.p50,
  acknowledgeP70: ({ acknowledge }) => acknowledge.p70,
  acknowledgeP90: ({ acknowledge }) => acknowledge.p90,
  handOverP50: ({ handOver }) => handOver.p50,
  handOverP70: ({ handOver }) => handOver.p70,
  handOverP90: ({ handOver }) => handOver.p90,
  underGoal: (row) => row.underGoal,
  underGoalShare: (row) => row.underGoalShare,
  withoutNotice: ({ withoutNotice }) => withoutNotice.arrivals,
  withoutNoticeWaitP50: ({ withoutNotice }) => withoutNotice.wait.p50,
  withoutNoticeWaitP70: ({ withoutNotice }) => withoutNotice.wait.p70,
  withoutNoticeWaitP90: ({ withoutNotice }) => withoutNotice.wait.p90,
}

/** The groups as CSV (RFC 4180, lines ended by \n), a header first; one line without a key where none were asked for. */
export function insightsCsv({ groups, total }: Pick<Insights, 'groups' | 'total'>): string {
  const rows: Row[] = groups ?? [total]
  const lines = rows.map((row) => Object.values(columns).map((cell) => cell(row)))
  return stringify([Object.keys(columns), ...lines], { quoted_match: /[\r\n]/ })
}
