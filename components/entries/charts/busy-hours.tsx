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
export function busyHoursChart({ summary: { byHour }, t, c, format, onHour }: Drawing): Drawn {
  const caption = c('busyHours')
  const busiest = largestCell(byHour)
  const short = weekdays.map((weekday) => weekdayName(weekday, t, 'short'))
  return {
    kind: 'busyHours',
    aside: busiest && (
      <button
        type="button"
        onClick={() => onHour(busiest)}
        aria-label={c('busiest', {
          hour: hourName(busiest, t, c),
          count: format(byHour[busiest[0]]?.[busiest[1]] ?? 0),
        })}
        className="min-h-8 rounded-chip px-1.5 font-semibold whitespace-nowrap text-way hover:bg-well"
      >
        {short[busiest[0]]} {busiest[1]}–{busiest[1] + 1} · {format(byHour[busiest[0]]?.[busiest[1]] ?? 0)}
      </button>
    ),
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
    ),
  }
}
