'use client'

import { useMemo, useRef } from 'react'
import { factsOf } from '@/components/board/standing/order-facts'
import { type GroupPlace, groupPlaces, type RowStanding } from '@/components/board/standing/row-standing'
import type { AlikeOf } from '@/components/board/standing/use-alike'
import type { Asked } from '@/components/board/standing/use-hand-off-check'
import type { BySection } from '@/components/board/use-sections'
import { rings } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'
import { standTogether } from '@/lib/groups/model'
import type { BoardSection } from '@/lib/orders/model'
import { isFound } from '@/lib/search/model'

/** A section as it is read: its rows in their places, how many the search found, the first of them, how many it hides. */
export type ReadSection = { rows: BoardOrder[]; total: number; found: number; hidden: number; first?: string }

export type Reading = Record<BoardSection, ReadSection> & { found: number; hidden: number }

const isGrouped = (order: BoardOrder) => factsOf(order).group !== null

/** Who is at the kerb always stands there. Elsewhere a search leaves what it found. */
function readSection(section: BoardSection, orders: BoardOrder[], words: string[]): ReadSection {
  const together = orders.some(isGrouped) ? standTogether(orders, (order) => factsOf(order).group, rings) : orders
  const matching = words.length === 0 ? together : together.filter((order) => isFound(factsOf(order).fields, words))
  const rows = section === 'Arrived' ? together : matching
  const first = words.length === 0 ? undefined : matching[0]?.serviceId
  return { rows, total: orders.length, found: matching.length, hidden: orders.length - rows.length, first }
}

function sumUp(read: Record<BoardSection, ReadSection>): Reading {
  const sum = (key: 'found' | 'hidden') => Object.values(read).reduce((count, section) => count + section[key], 0)
  return { ...read, found: sum('found'), hidden: sum('hidden') }
}

export function readSections(sections: BySection, words: string[]): Reading {
  const read = (section: BoardSection) => readSection(section, sections[section], words)
  return sumUp({ Arrived: read('Arrived'), OnTheWay: read('OnTheWay'), Expected: read('Expected'), Done: read('Done') })
}

/** A section is read anew when its orders or the search changed. */
function useReadSection(section: BoardSection, orders: BoardOrder[], words: string[]): ReadSection {
  return useMemo(() => readSection(section, orders, words), [section, orders, words])
}

function useReadSections(sections: BySection, words: string[]): Reading {
  const Arrived = useReadSection('Arrived', sections.Arrived, words)
  const OnTheWay = useReadSection('OnTheWay', sections.OnTheWay, words)
  const Expected = useReadSection('Expected', sections.Expected, words)
  const Done = useReadSection('Done', sections.Done, words)
  return useMemo(() => sumUp({ Arrived, OnTheWay, Expected, Done }), [Arrived, OnTheWay, Expected, Done])
}

type Known = { orders: BoardOrder[]; words: string[]; alikeOf: AlikeOf; asked: Asked | null }

function standingOf(order: BoardOrder, group: GroupPlace | undefined, { words, alikeOf, asked }: Known): RowStanding {
  const standing: RowStanding = {}
  if (group) standing.group = group
  const alike = order.section === 'Done' ? [] : alikeOf(order)
  if (alike.length > 0) standing.alike = alike
  if (asked?.serviceId === order.serviceId) standing.asks = asked.alike
  if (words.length > 0) {
    if (isFound(factsOf(order).fields, words)) standing.isFound = true
    else standing.isDimmed = true
  }
  return standing
}

/** How a row stands among the others: undefined where there is nothing to say. */
export type Standing = (order: BoardOrder) => RowStanding | undefined

// Looked at for rows that are drawn alone. One that says the same keeps the very object, and is not drawn anew.
function standingsOf(before: Map<string, RowStanding>, known: Known, places: Map<string, GroupPlace>): Standing {
  return (order) => {
    const id = order.serviceId
    const now = standingOf(order, places.get(id), known)
    if (Object.keys(now).length === 0) {
      before.delete(id)
      return undefined
    }
    const old = before.get(id)
    if (old && JSON.stringify(old) === JSON.stringify(now)) return old
    before.set(id, now)
    return now
  }
}

/** A board as it is read now: what stands where, what the search found, and how each row stands among the others. */
export function useReading(sections: BySection, known: Known) {
  const { orders, words, alikeOf, asked } = known
  const reading = useReadSections(sections, words)
  const before = useRef(new Map<string, RowStanding>())
  const places = useMemo(() => {
    const { Arrived, OnTheWay, Expected, Done } = reading
    // Whoever has left the board is forgotten.
    if (before.current.size > 2 * orders.length) before.current.clear()
    return groupPlaces(orders, [Arrived.rows, OnTheWay.rows, Expected.rows, Done.rows])
  }, [orders, reading])
  const standing = useMemo(
    () => standingsOf(before.current, { orders, words, alikeOf, asked }, places),
    [orders, words, alikeOf, asked, places],
  )
  return { reading, standing }
}
