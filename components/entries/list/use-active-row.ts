'use client'

import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, useCallback, useState } from 'react'
import type { ListItem } from '@/components/entries/list/list-items'

const steps: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

// The neighbours of the focused row are drawn wherever the page is scrolled to: a day may stand between two entries.
const around = [-2, -1, 0, 1, 2]

function rowIndexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[data-index]') : null
  return row ? Number(row.getAttribute('data-index')) : null
}

/** One tab stop for the whole list; arrow keys or J and K go from entry to entry, and the focused row stays drawn. */
export function useActiveRow(items: ListItem[]) {
  const [active, setActive] = useState<number | null>(null)

  const rangeWithActive = useCallback(
    (range: Range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      // The day that the first row on screen belongs to stays in sight.
      for (let index = range.startIndex; index >= 0; index -= 1) {
        if (items[index]?.kind === 'day') {
          indexes.add(index)
          break
        }
      }
      if (active !== null) for (const step of around) indexes.add(active + step)
      return [...indexes].filter((index) => index >= 0 && index < range.count).sort((a, b) => a - b)
    },
    [items, active],
  )

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = steps[event.key]
    const from = rowIndexOf(event.target)
    if (!step || from === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const next = items[from + step]?.kind === 'day' ? from + 2 * step : from + step
    // The scroll margins of the button keep it clear of what is stuck to the edges.
    event.currentTarget.querySelector<HTMLElement>(`[data-index="${next}"] button`)?.focus()
  }

  return {
    rangeWithActive,
    tabStopOf: (firstVisible: number) =>
      active ?? (items[firstVisible]?.kind === 'day' ? firstVisible + 1 : firstVisible),
    bodyProps: {
      onKeyDown,
      onFocus: (event: FocusEvent) => setActive(rowIndexOf(event.target)),
      onBlur: () => setActive(null),
    },
  }
}
