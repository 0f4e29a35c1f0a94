'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect } from 'react'
import type { ListItem } from '@/components/entries/list/list-items'
import { useActiveRow } from '@/components/entries/list/use-active-row'
import { useOffsetTop } from '@/components/entries/list/use-offset-top'
import { useRowSizes } from '@/components/entries/list/use-row-sizes'
import { placeOf } from '@/components/entries/walk/scroll-place'

const overscan = 12
// What the server draws, before there is a window.
const firstScreen = { width: 1280, height: 1000 }

/** A row to draw; `gap` in pixels stands before it for those that are not drawn. */
export type DrawnRow = { item: ListItem; index: number; gap: number; isTabStop: boolean }

/** Which of the items are drawn: those near the screen, in a page that scrolls as a whole, and the one in focus. */
export function useEntryRows(items: ListItem[], listName: string, bodyRef: RefObject<HTMLElement | null>) {
  const sizes = useRowSizes()
  const scrollMargin = useOffsetTop(bodyRef)
  const { rangeWithActive, tabStopOf, bodyProps } = useActiveRow(items)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: items.length,
    estimateSize: (index) => sizes[items[index]?.kind ?? 'entry'],
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    rangeExtractor: rangeWithActive,
    overscan,
    scrollMargin,
    initialRect: firstScreen,
    initialOffset: () => placeOf(listName),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows measured on the other kind of screen are measured anew
  useEffect(() => virtualizer.measure(), [sizes.entry])

  const drawn = virtualizer.getVirtualItems()
  const tabStop = tabStopOf(virtualizer.range?.startIndex ?? 0)
  const rows = drawn.flatMap(({ index, start }, place): DrawnRow[] => {
    const item = items[index]
    const gap = start - (drawn[place - 1]?.end ?? scrollMargin)
    return item ? [{ item, index, gap, isTabStop: index === tabStop }] : []
  })
  return { rows, height: virtualizer.getTotalSize(), measureRow: virtualizer.measureElement, bodyProps }
}
