import { ColumnChart } from '@/components/charts/column-chart'
import type { Span } from '@/components/charts/use-span'
import type { Drawing, Drawn } from '@/components/entries/charts/drawn'
import { spanOfSteps, stepName, stepTicks } from '@/components/entries/charts/step-names'
import { rangeName } from '@/components/entries/times'

/** Entries over time. What is chosen or drawn over becomes the range; an end that was open stays so. */
export function overTimeChart({ summary, filters, now, t, c, format }: Drawing): Drawn {
  const { overTime, timeZone } = summary
  const { address, chooseTime } = filters
  const lastPlace = overTime.length - 1
  const choose = (span: Span) => {
    const { from, to } = spanOfSteps(summary, span)
    chooseTime({
      from: span[0] === 0 && !address.from ? null : from,
      to: span[1] === lastPlace && !address.to ? null : to,
    })
  }
  const columns = overTime.map(({ startTime, count }, place) => ({
    id: startTime.toISOString(),
    name: stepName(summary, place, now, t),
    value: count,
  }))
  const caption = c('overTime')
  return {
    kind: 'overTime',
    table: {
      caption,
      head: [t('time'), c('entries')],
      rows: columns.map(({ id, name, value }, place) => ({
        id,
        name,
        values: [format(value)],
        onSelect: () => choose([place, place]),
      })),
    },
    chart: (
      <ColumnChart
        label={caption}
        columns={columns}
        ticks={stepTicks(summary, t)}
        format={format}
        nameOf={(span) => rangeName(spanOfSteps(summary, span), now, timeZone, t)}
        onSelect={choose}
      />
    ),
  }
}
