'use client'

import { memo, type ReactNode, useRef } from 'react'
import { manyRows, useRowWindow } from '@/components/board/window/use-row-window'
import type { BoardOrder } from '@/lib/board/schema'

type RowsProps = {
  orders: BoardOrder[]
  /** Draws one, with its order's `serviceId` as its key; `farPx` is its height where it is far from the screen. */
  children: (order: BoardOrder, farPx?: number) => ReactNode
  /** Whether it is part of many rows, where the list itself does not say so. */
  isLong?: boolean
  /** The first order that a search found here or further down. */
  firstFound?: string
  label?: string
  className: string
}

function RowList({ orders, children, isLong = orders.length > manyRows, firstFound, label, className }: RowsProps) {
  const listRef = useRef<HTMLUListElement>(null)
  const { drawn, onFocus } = useRowWindow(listRef, orders, isLong)
  return (
    <ul ref={listRef} aria-label={label} data-first-found={firstFound} className={className} onFocus={onFocus}>
      {drawn.map((one) => {
        if ('blank' in one) return <li key={one.name} aria-hidden="true" style={{ height: one.blank }} />
        const order = orders[one.index]
        return order && children(order, one.farPx)
      })}
    </ul>
  )
}

/**
 * A list of rows. Of a long one those near the screen are on the page, and blanks for the others. It is looked at when its
 * orders changed, or the way to draw them.
 */
export const Rows = memo(RowList)
