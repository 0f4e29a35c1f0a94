'use client'

import clsx from 'clsx/lite'
import { useWords } from '@/components/language/language-provider'

/** A row of a chart's table: its name, and its numbers as they are read. `onSelect` leads where the chart does. */
export type ChartRow = { id: string; name: string; values: string[]; onSelect?: () => void }

export type ChartTableProps = {
  /** What the table is about. */
  caption: string
  /** The names of the columns: the rows' own first. */
  head: string[]
  rows: ChartRow[]
}

/** A chart in words and numbers. Unseen, it is there for those who hear the page, and holds nothing to press. */
export function ChartTable({ caption, head, rows, isUnseen }: ChartTableProps & { isUnseen: boolean }) {
  const t = useWords('charts')
  const [first, ...others] = head
  const table = (
    <table className={clsx(!isUnseen && 'w-full border-collapse text-[15px]')}>
      <caption className="sr-only">{caption}</caption>
      <thead className={clsx(!isUnseen && 'sticky top-0 z-10 bg-card text-[13px] text-soft')}>
        <tr>
          <th scope="col" className="py-1.5 pe-3 text-start font-semibold">
            {first}
          </th>
          {others.map((name) => (
            <th key={name} scope="col" className="py-1.5 ps-3 text-end font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, values, onSelect }) => (
          <tr key={id} className="border-t border-line">
            <th scope="row" className="py-1 pe-3 text-start font-normal">
              {onSelect && !isUnseen ? (
                <button
                  type="button"
                  onClick={onSelect}
                  className="min-h-8 rounded-chip text-start text-way underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  <bdi>{name}</bdi>
                </button>
              ) : (
                <bdi>{name}</bdi>
              )}
            </th>
            {values.map((value, place) => (
              <td key={head[place + 1]} className="py-1 ps-3 text-end font-semibold">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (isUnseen) return <div className="sr-only">{table}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={t('tableOf', { name: caption })} tabIndex={0} className="relative h-full overflow-auto">
      {table}
    </section>
  )
}
