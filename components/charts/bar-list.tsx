'use client'

import clsx from 'clsx/lite'

/** A bar: whom it is about, and how much. */
export type Bar = { id: string; name: string; value: number; onSelect?: () => void }

type BarListProps = { label: string; bars: Bar[]; format: (value: number) => string }

// All rows share their columns: names are as wide as the longest, up to two fifths, and the bars begin below each other.
const rowClass =
  'col-span-3 grid w-full grid-cols-subgrid items-center rounded-chip px-1.5 py-1 text-start text-[15px] leading-6'

/** Things compared by one number, the largest first: name, bar and number of each in one line. Many of them scroll. */
export function BarList({ label, bars, format }: BarListProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="relative -mx-1.5 h-full overflow-auto overscroll-contain">
      <ol className="grid grid-cols-[fit-content(42%)_minmax(0,1fr)_auto] gap-x-3">
        {bars.map(({ id, name, value, onSelect }) => {
          const line = (
            <>
              <bdi className="truncate" title={name}>
                {name}
              </bdi>
              <span aria-hidden="true" className="h-3.5">
                <span
                  className="block h-full min-w-0.5 rounded-[3px] bg-way opacity-88"
                  style={{ width: `${(100 * value) / most}%` }}
                />
              </span>
              <span className="min-w-10 text-end font-semibold">{format(value)}</span>
            </>
          )
          return (
            <li key={id} className="col-span-3 grid grid-cols-subgrid">
              {onSelect ? (
                <button
                  type="button"
                  onClick={onSelect}
                  className={clsx(rowClass, 'hover:bg-well focus-visible:-outline-offset-3')}
                >
                  {line}
                </button>
              ) : (
                <div className={rowClass}>{line}</div>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
