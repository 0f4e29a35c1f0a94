'use client'

import clsx from 'clsx/lite'
import { useEffect, useRef } from 'react'
import { DayCells, EntryCells, HeadCells, type RowContext, rowGrid } from '@/components/entries/list/entry-row'
import type { ListItem } from '@/components/entries/list/list-items'
import { useEntryRows } from '@/components/entries/list/use-entry-rows'
import { useWords } from '@/components/language/language-provider'
import type { Entry } from '@/lib/entries/schema'

// So many rows from the end, the next page is fetched: nobody waits who doesn't fly.
const fetchAhead = 60

type EntryTableProps = {
  items: ListItem[]
  listName: string
  context: RowContext
  /** False when there may be more below the last item. */
  isWhole: boolean
  onNearEnd: () => void
  onOpen: (entry: Entry) => void
}

const dayClass =
  'sticky top-0 z-10 flex h-9 items-center border-x border-b border-line bg-well px-3.5 text-sm lg:top-10 lg:px-4.5'
const entryClass =
  'relative min-h-18 content-center gap-y-0.5 border-x border-b border-line bg-card text-[15px] hover:bg-ground lg:min-h-11.5 lg:items-center has-focus-visible:z-20 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-(--focus)'

/** Entries as a table. Rows stand in the flow, so that the first screen is right before any script runs. */
export function EntryTable({ items, listName, context, isWhole, onNearEnd, onOpen }: EntryTableProps) {
  const t = useWords('entries')
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const { rows, height, measureRow, bodyProps } = useEntryRows(items, listName, bodyRef)
  const lastIndex = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (!isWhole && lastIndex >= items.length - fetchAhead) onNearEnd()
  }, [isWhole, lastIndex, items.length, onNearEnd])

  return (
    <table aria-label={t('list')} aria-rowcount={isWhole ? items.length + 1 : -1} className="block">
      <Head timeZone={context.timeZone} />
      <tbody
        ref={bodyRef}
        {...bodyProps}
        className="flex flex-col border-t border-line lg:border-t-0"
        style={{ height }}
      >
        {rows.map(({ item, index, gap, isTabStop }) => (
          <tr
            key={item.key}
            aria-rowindex={index + 2}
            data-index={index}
            ref={measureRow}
            className={clsx('shrink-0', item.kind === 'day' ? dayClass : clsx(rowGrid, entryClass))}
            style={{ marginTop: gap }}
          >
            {item.kind === 'day' ? (
              <DayCells day={item.day} context={context} />
            ) : (
              <EntryCells entry={item.entry} context={context} isTabStop={isTabStop} onOpen={onOpen} />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On a narrow screen it is there for those who hear the page. */
function Head({ timeZone }: { timeZone: string }) {
  return (
    <thead className="sr-only lg:not-sr-only lg:sticky! lg:top-0 lg:z-20 lg:block lg:bg-ground">
      <tr
        aria-rowindex={1}
        className={clsx(
          rowGrid,
          'h-10 items-center rounded-t-card border border-line bg-card text-left text-[13px] font-semibold text-soft rtl:text-right',
        )}
      >
        <HeadCells timeZone={timeZone} />
      </tr>
    </thead>
  )
}
