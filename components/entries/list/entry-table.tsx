'use client'

import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { useCallback, useEffect, useRef } from 'react'
import { DayCells, EntryCells, HeadCells, type RowContext, rowGrid } from '@/components/entries/list/entry-row'
import type { ListItem } from '@/components/entries/list/list-items'
import { placeOf } from '@/components/entries/list/scroll-place'
import { useActiveRow } from '@/components/entries/list/use-active-row'
import { useOffsetTop } from '@/components/entries/list/use-offset-top'
import { useRowSizes } from '@/components/entries/list/use-row-sizes'

// So many rows from the end, the next page is fetched: nobody waits who doesn't fly.
const fetchAhead = 60
const overscan = 12
// What the server draws, before there is a window.
const firstScreen = { width: 1280, height: 1000 }

type EntryTableProps = {
  items: ListItem[]
  listName: string
  context: RowContext
  zoneLabel: string
  /** False when there may be more below the last item. */
  isWhole: boolean
  onNearEnd: () => void
  onOpen: (entryId: string) => void
}

const dayClass =
  'sticky top-0 z-10 flex h-9 items-center border-x border-b border-line bg-well px-3.5 text-sm lg:top-10 lg:px-4.5'
const entryClass =
  'relative min-h-18 content-center gap-y-0.5 border-x border-b border-line bg-card text-[15px] hover:bg-ground lg:min-h-11.5 lg:items-center has-focus-visible:z-20 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-(--focus)'

/** Rows of which only those near the screen are drawn, in a page that scrolls as a whole. */
export function EntryTable({ items, listName, context, zoneLabel, isWhole, onNearEnd, onOpen }: EntryTableProps) {
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const sizes = useRowSizes()
  const { rangeWithActive, tabStopOf, bodyProps } = useActiveRow(items)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: items.length,
    estimateSize: (index) => sizes[items[index]?.kind ?? 'entry'],
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    rangeExtractor: rangeWithActive,
    overscan,
    scrollMargin: useOffsetTop(bodyRef),
    initialRect: firstScreen,
    initialOffset: () => placeOf(listName),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were measured on the other kind of screen are measured anew
  useEffect(() => virtualizer.measure(), [sizes.entry])
  const rows = virtualizer.getVirtualItems()
  const lastIndex = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (!isWhole && lastIndex >= items.length - fetchAhead) onNearEnd()
  }, [isWhole, lastIndex, items.length, onNearEnd])
  const tabStop = tabStopOf(virtualizer.range?.startIndex ?? 0)

  return (
    <table aria-label="Entries, newest first" aria-rowcount={isWhole ? items.length + 1 : -1} className="block">
      <thead className="sr-only lg:not-sr-only lg:sticky! lg:block lg:top-0 lg:z-20 lg:bg-ground">
        <tr
          aria-rowindex={1}
          className={clsx(
            rowGrid,
            'h-10 items-center rounded-t-card text-left border border-line bg-card text-[13px] font-semibold text-soft',
          )}
        >
          <HeadCells zoneLabel={zoneLabel} />
        </tr>
      </thead>
      <tbody
        ref={bodyRef}
        {...bodyProps}
        className="flex flex-col border-t border-line lg:border-t-0"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map((row, position) => {
          const item = items[row.index]
          return (
            item && (
              <tr
                key={row.key}
                aria-rowindex={row.index + 2}
                data-index={row.index}
                ref={virtualizer.measureElement}
                className={clsx('shrink-0', item.kind === 'day' ? dayClass : clsx(rowGrid, entryClass))}
                style={{ marginTop: gapBefore(row, rows[position - 1], virtualizer.options.scrollMargin) }}
              >
                {item.kind === 'day' ? (
                  <DayCells day={item.day} context={context} />
                ) : (
                  <EntryCells entry={item.entry} context={context} isTabStop={row.index === tabStop} onOpen={onOpen} />
                )}
              </tr>
            )
          )
        })}
      </tbody>
    </table>
  )
}

/** Rows stand in the flow, so that the first screen is right before any script runs; a gap stands for rows not drawn. */
function gapBefore(row: VirtualItem, before: VirtualItem | undefined, listTop: number): number {
  return row.start - (before?.end ?? listTop)
}
