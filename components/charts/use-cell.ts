'use client'

import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

export type Cell = [row: number, column: number]

type CellProps = { rows: number; columns: number; start: Cell; onSelect?: (cell: Cell) => void }

const keys: Record<string, Cell> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }

function cellUnder(event: PointerEvent): Cell | null {
  const found = event.target instanceof Element ? event.target.closest('[data-cell]') : null
  const [row, column] = found?.getAttribute('data-cell')?.split(' ').map(Number) ?? []
  return row === undefined || column === undefined ? null : [row, column]
}

const isSame = (one: Cell | null, other: Cell) => one?.[0] === other[0] && one[1] === other[1]

/**
 * Pointing at one of the cells of a grid, and choosing it: by mouse, by finger (a tap shows, one more chooses), or by
 * arrow keys and Enter.
 */
export function useCell({ rows, columns, start, onSelect }: CellProps) {
  const [cell, setCell] = useState<Cell | null>(null)
  // What a finger had shown before it came down again.
  const shown = useRef<Cell | null>(null)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = keys[event.key]
    const [row, column] = cell ?? start
    if (by) setCell([(row + by[0] + rows) % rows, (column + by[1] + columns) % columns])
    else if (event.key === 'Home') setCell([row, 0])
    else if (event.key === 'End') setCell([row, columns - 1])
    else if (event.key === 'Enter' || event.key === ' ') onSelect?.([row, column])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    cell,
    handlers: {
      onPointerMove: (event: PointerEvent) => setCell(cellUnder(event)),
      onPointerDown: (event: PointerEvent) => {
        shown.current = cell
        if (event.pointerType === 'touch') setCell(cellUnder(event))
      },
      // What a finger shows stays when it is lifted.
      onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && setCell(null),
      onPointerUp: (event: PointerEvent) => {
        const chosen = cellUnder(event)
        const isShown = event.pointerType !== 'touch' || (chosen && isSame(shown.current, chosen))
        if (chosen && isShown && event.button === 0) onSelect?.(chosen)
      },
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (event.currentTarget.matches(':focus-visible')) setCell(cell ?? start)
      },
      onBlur: () => setCell(null),
    },
  }
}
