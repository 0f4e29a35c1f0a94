import { everyNth } from '@/components/charts/scale'

/** What the axis says under a column. */
export type Tick = { index: number; label: string }

// Of a label, in pixels: a character, and the space that keeps it from the next.
const [characterWidth, gap] = [6.6, 12]

const widthOf = ({ label }: Tick) => characterWidth * label.length

/** The labels of an axis, each under the middle of its column but never beyond the ends; as many as have room. */
export function ColumnTicks({ ticks, count, width }: { ticks: Tick[]; count: number; width: number }) {
  const every = everyNth(ticks.length, Math.floor(width / (gap + Math.max(0, ...ticks.map(widthOf)))))
  const middleOf = (tick: Tick) => {
    const half = widthOf(tick) / 2
    return Math.max(half, Math.min(width - half, (width * (tick.index + 0.5)) / count))
  }
  let end = Number.NEGATIVE_INFINITY
  // The first and the last of them, and those of months, are not all as far apart: none may stand in the one before it.
  const shown = ticks.filter((tick, place) => {
    const start = middleOf(tick) - widthOf(tick) / 2
    if (place % every !== 0 || start < end + gap / 2) return false
    end = start + widthOf(tick)
    return true
  })
  return (
    <div aria-hidden="true" className="relative h-6 text-[12px] text-soft">
      {width > 0 &&
        shown.map((tick) => (
          <span
            key={tick.index}
            className="absolute top-1.5 -translate-x-1/2 whitespace-nowrap"
            style={{ left: middleOf(tick) }}
          >
            {tick.label}
          </span>
        ))}
    </div>
  )
}
