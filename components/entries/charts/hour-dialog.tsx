'use client'

import { useQuery } from '@tanstack/react-query'
import { BarList } from '@/components/charts/bar-list'
import type { Cell } from '@/components/charts/use-cell'
import { hourName } from '@/components/entries/charts/busy-hours'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import { shortDay } from '@/components/entries/times'
import { useLocale, useWords } from '@/components/language/language-provider'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { entryHoursQuery } from '@/lib/entry-hours/queries'
import type { EntrySummary } from '@/lib/entry-summary/schema'
import { dayOf } from '@/lib/time/model'

type HourDialogProps = {
  cell: Cell
  summary: EntrySummary
  filters: EntryFilters
  onChoose: () => void
  onClose: () => void
}

/** The hours that a cell of the heat map is made of, the busiest first: each leads to its rows. */
export function HourDialog({ cell, summary, filters, onChoose, onClose }: HourDialogProps) {
  const [t, c] = [useWords('entries'), useWords('entryCharts')]
  const locale = useLocale()
  const { view, chooseTime } = filters
  const hours = useQuery(
    entryHoursQuery({
      ...view.filter,
      projectId: view.project?.projectId ?? '',
      timeZone: summary.timeZone,
      startTime: summary.startTime.toISOString(),
      endTime: summary.endTime.toISOString(),
      weekday: String(cell[0]),
      hour: String(cell[1]),
    }),
  )
  const choose = (from: Date, to: Date) => {
    onChoose()
    chooseTime({ from, to })
  }
  return (
    <Dialog title={hourName(cell, t, c)} isOpen onOpenChange={onClose}>
      {hours.isPending && <Skeleton className="h-40" />}
      {hours.isError && <ErrorState title={c('failed')} error={hours.error} onRetry={() => void hours.refetch()} />}
      {hours.data && (
        <>
          <p className="mb-3 text-soft">
            {c('hoursBehind', {
              count: hours.data.reduce((sum, { count }) => sum + count, 0),
              hours: hours.data.length,
            })}
          </p>
          <div className="max-h-[50dvh]">
            <BarList
              label={hourName(cell, t, c)}
              format={(value) => value.toLocaleString(locale)}
              bars={hours.data.map(({ startTime, endTime, count }) => ({
                id: startTime.toISOString(),
                // All are of one weekday, which the title says: what tells them apart must fit a phone.
                name: shortDay(dayOf(startTime, summary.timeZone), t),
                value: count,
                onSelect: () => choose(startTime, endTime),
              }))}
            />
          </div>
        </>
      )}
    </Dialog>
  )
}
