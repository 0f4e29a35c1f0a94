import type { ReactNode } from 'react'
import type { ChartTableProps } from '@/components/charts/chart-table'
import type { Cell } from '@/components/charts/use-cell'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import type { Words } from '@/components/language/translator'
import type { EntrySummary } from '@/lib/entry-summary/schema'

export type ChartKind = 'overTime' | 'busyHours' | 'stores' | 'zones'

/** A chart of a summary, ready for its card. */
export type Drawn = { kind: ChartKind; aside?: ReactNode; table: ChartTableProps; chart: ReactNode }

/** What charts are drawn from, in whose words, and what is chosen in them. */
export type Drawing = {
  summary: EntrySummary
  filters: EntryFilters
  now: Date
  t: Words<'entries'>
  c: Words<'entryCharts'>
  /** A number in full, and as short as an axis wants it. */
  format: (value: number, isAxis?: boolean) => string
  percent: (share: number) => string
  onHour: (cell: Cell) => void
}
