'use client'

import { createParser, useQueryState } from 'nuqs'
import { useCallback, useRef } from 'react'
import type { Cell } from '@/components/charts/use-cell'

const parseAsCell = createParser({
  parse: (text): Cell | null => {
    const [, weekday, hour] = /^([0-6])\.(1?\d|2[0-3])$/.exec(text) ?? []
    return weekday === undefined || hour === undefined ? null : [Number(weekday), Number(hour)]
  },
  serialize: (cell: Cell) => cell.join('.'),
  eq: (a, b) => a.join() === b.join(),
})

/** The hour of the week whose hours are listed. It stands in the address, so that Back closes the list. */
export function useOpenHour() {
  const [cell, setCell] = useQueryState('hour', parseAsCell)
  const openedHere = useRef(false)
  const open = useCallback(
    (opened: Cell) => {
      openedHere.current = true
      void setCell(opened, { history: 'push' })
    },
    [setCell],
  )
  const forget = () => {
    openedHere.current = false
    void setCell(null, { history: 'replace' })
  }
  const close = () => {
    // The address follows a moment later: until it has, a step back would leave the page.
    const isAddressed = new URLSearchParams(window.location.search).has('hour')
    if (!openedHere.current || !isAddressed) return forget()
    openedHere.current = false
    window.history.back()
  }
  return { cell, open, close, forget }
}
