import { HeatMap, largestCell } from '@/components/charts/heat-map'
import type { Cell } from '@/components/charts/use-cell'
import type { Drawing, Drawn } from '@/components/entries/charts/drawn'
import { weekdayName } from '@/components/entries/charts/step-names'
import type { Words } from '@/components/language/translator'

const weekdays = [0, 1, 2, 3, 4, 5, 6]
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const namedEvery = 3

/** "Friday 17:00–18:00" */
export function hourName([weekday, hour]: Cell, t: Words<'entries'>, c: Words<'entryCharts'>): string {
  const clock = (at: number) => `${String(at % 24).padStart(2, '0')}:00`
  return c('hourOfWeek', { weekday: weekdayName(weekday, t, 'long'), from: clock(hour), to: clock(hour + 1) })
}

/** The hours of the week: which are busy. Each leads to the hours that it is made of. */
export function busyHoursChart(drawing: Drawing): Drawn {
  const { summary, t, c, format, onHour } = drawing
  const { byHour } = summary
  const caption = c('busyHours')
  const busiest = largestCell(byHour)
  const short = weekdays.map((weekday) => weekdayName(weekday, t, 'short'))
  return {
    kind: 'busyHours',
    table: {
      caption,
      head: [c('hour'), ...short],
      rows: hours.map((hour) => ({
        id: String(hour),
        name: `${String(hour).padStart(2, '0')}:00`,
        values: weekdays.map((weekday) => format(byHour[weekday]?.[hour] ?? 0)),
      })),
    },
    chart: (
      <div className="flex h-full flex-col">
        {busiest && <Busiest cell={busiest} {...drawing} />}
        <HeatMap
          label={caption}
          rows={short}
          columns={hours.map((hour) => (hour % namedEvery === 0 ? String(hour) : ''))}
          values={byHour}
          nameOf={(cell) => hourName(cell, t, c)}
          format={format}
          onSelect={([weekday, hour]) => {
            // None are behind it.
            if (byHour[weekday]?.[hour]) onHour([weekday, hour])
          }}
        />
      </div>
    ),
  }
}

/** Says which hour it is, and leads there. */
function Busiest({ cell, summary: { byHour }, t, c, format, onHour }: Drawing & { cell: Cell }) {
  const count = byHour[cell[0]]?.[cell[1]] ?? 0
  return (
    <button
      type="button"
      onClick={() => onHour(cell)}
      className="-mx-1.5 -mt-1.5 mb-1 min-h-8 self-start rounded-chip px-1.5 text-sm font-semibold text-way hover:bg-well"
    >
      {c('busiest', { hour: hourName(cell, t, c), count: format(count) })}
    </button>
  )
}
