'use client'

import { useMemo, useRef } from 'react'
import { byUrgency } from '@/lib/board/model'
import { bySection } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'
import type { BoardSection } from '@/lib/orders/model'

export type BySection = Record<BoardSection, BoardOrder[]>
export type Sorted = { orders: BoardOrder[]; sections: BySection }

// Of more changes than these all are sorted anew.
const mostChanges = 50

/** Where an order stands or belongs among sorted ones. */
function placeOf(order: BoardOrder, sorted: BoardOrder[]): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (byUrgency(sorted[middle] as BoardOrder, order) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The places of the orders that are other than they were; null where that is not the way to look at it. */
function changedPlaces(before: BoardOrder[], now: BoardOrder[]): number[] | null {
  if (now.length < before.length) return null
  const changed: number[] = []
  for (let place = 0; place < now.length; place += 1) {
    if (now[place] === before[place]) continue
    if (place < before.length && now[place]?.serviceId !== before[place]?.serviceId) return null
    changed.push(place)
    if (changed.length > mostChanges) return null
  }
  return changed
}

/** Orders by section, from how they stood before: of what did not change nothing is sorted, or is another array. */
export function sortOrders(before: Sorted | null, orders: BoardOrder[]): Sorted {
  if (before?.orders === orders) return before
  const places = before && changedPlaces(before.orders, orders)
  if (!before || !places) return { orders, sections: bySection(orders) }
  const sections = { ...before.sections }
  const fresh = new Set<BoardSection>()
  const open = (section: BoardSection) => {
    if (!fresh.has(section)) sections[section] = [...sections[section]]
    fresh.add(section)
    return sections[section]
  }
  for (const place of places) {
    const [old, order] = [before.orders[place], orders[place] as BoardOrder]
    if (old) {
      const list = open(old.section)
      list.splice(placeOf(old, list), 1)
    }
    const list = open(order.section)
    list.splice(placeOf(order, list), 0, order)
  }
  return { orders, sections }
}

/** Orders by section, each in the order that staff work it. A section that did not change is the very array it was. */
export function useSections(orders: BoardOrder[]): BySection {
  const before = useRef<Sorted | null>(null)
  return useMemo(() => {
    before.current = sortOrders(before.current, orders)
    return before.current.sections
  }, [orders])
}
