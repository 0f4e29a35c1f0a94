'use client'

import { useMemo, useRef } from 'react'
import { type BayWarning, bayWarnings } from '@/components/board/bays/bay-warnings'
import type { AlikeOf } from '@/components/board/standing/alike-finder'
import { factsOf } from '@/components/board/standing/order-facts'
import { type GroupPlace, groupPlaces, type RowStanding } from '@/components/board/standing/row-standing'
import type { Asked } from '@/components/board/standing/use-hand-off-check'
import type { BySection } from '@/components/board/use-sections'
import { rings } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'
import type { ChosenFace } from '@/lib/board/ticket-face'
import { standTogether } from '@/lib/groups/model'
import type { BoardSection } from '@/lib/orders/model'
import { isFound } from '@/lib/search/model'
import type { BoardSettings } from '@/lib/settings/schema'

/** A section as it is read: its rows in their places, how many the search found, the first of them, how many it hides. */
export type ReadSection = { rows: BoardOrder[]; total: number; found: number; hidden: number; first?: string }

export type Reading = Record<BoardSection, ReadSection> & { found: number; hidden: number }

/** Whether an order belongs to others. */
export const isGrouped = (order: BoardOrder) => factsOf(order).group !== null

/** Who is at the kerb always stands there. Elsewhere a search leaves what it found. */
function readSection(section: BoardSection, orders: BoardOrder[], words: string[], face: ChosenFace): ReadSection {
  const together = orders.some(isGrouped) ? standTogether(orders, (order) => factsOf(order).group, rings) : orders
  const isWanted = (order: BoardOrder) => isFound(factsOf(order, face).fields, words)
  const matching = words.length === 0 ? together : together.filter(isWanted)
  const rows = section === 'Arrived' ? together : matching
  const first = words.length === 0 ? undefined : matching[0]?.serviceId
  return { rows, total: orders.length, found: matching.length, hidden: orders.length - rows.length, first }
}

function sumUp(read: Record<BoardSection, ReadSection>): Reading {
  const sum = (key: 'found' | 'hidden') => Object.values(read).reduce((count, section) => count + section[key], 0)
  return { ...read, found: sum('found'), hidden: sum('hidden') }
}

export function readSections(sections: BySection, words: string[], face: ChosenFace = null): Reading {
  const read = (section: BoardSection) => readSection(section, sections[section], words, face)
  return sumUp({ Arrived: read('Arrived'), OnTheWay: read('OnTheWay'), Expected: read('Expected'), Done: read('Done') })
}

/** A section is read anew when its orders or the search changed. */
function useReadSection(section: BoardSection, orders: BoardOrder[], words: string[], face: ChosenFace): ReadSection {
  return useMemo(() => readSection(section, orders, words, face), [section, orders, words, face])
}

function useReadSections(sections: BySection, words: string[], face: ChosenFace): Reading {
  const Arrived = useReadSection('Arrived', sections.Arrived, words, face)
  const OnTheWay = useReadSection('OnTheWay', sections.OnTheWay, words, face)
  const Expected = useReadSection('Expected', sections.Expected, words, face)
  const Done = useReadSection('Done', sections.Done, words, face)
  return useMemo(() => sumUp({ Arrived, OnTheWay, Expected, Done }), [Arrived, OnTheWay, Expected, Done])
}

type Told = { words: string[]; alikeOf: AlikeOf; asked: Asked | null }

type Known = Told & { orders: BoardOrder[]; settings: Pick<BoardSettings, 'ticketFace' | 'bays'> }

/** What the standing of one row is read from. */
type Places = Told & { ticketFace: ChosenFace; places: Map<string, GroupPlace>; warnings: Map<string, BayWarning> }

function standingOf(order: BoardOrder, { words, alikeOf, asked, ticketFace, places, warnings }: Places): RowStanding {
  const standing: RowStanding = {}
  const group = places.get(order.serviceId)
  const bay = warnings.get(order.serviceId)
  if (group) standing.group = group
  const alike = order.section === 'Done' ? [] : alikeOf(order)
  if (alike.length > 0) standing.alike = alike
  if (bay) standing.bay = bay
  // As they stand now: who has gone, or was erased meanwhile, is nobody to mix up with.
  if (asked?.serviceId === order.serviceId && asked.section === order.section) standing.asks = alike
  if (words.length > 0) {
    if (isFound(factsOf(order, ticketFace).fields, words)) standing.isFound = true
    else standing.isDimmed = true
  }
  return standing
}

/** How a row stands among the others: undefined where there is nothing to say. */
export type Standing = (order: BoardOrder) => RowStanding | undefined

// Looked at for rows that are drawn alone. One that says the same keeps the very object, and is not drawn anew.
function standingsOf(before: Map<string, RowStanding>, among: Places): Standing {
  return (order) => {
    const id = order.serviceId
    const now = standingOf(order, among)
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
  const { orders, words, alikeOf, asked, settings } = known
  const { ticketFace, bays } = settings
  const reading = useReadSections(sections, words, ticketFace)
  const before = useRef(new Map<string, RowStanding>())
  const places = useMemo(() => {
    const { Arrived, OnTheWay, Expected, Done } = reading
    // Whoever has left the board is forgotten.
    if (before.current.size > 2 * orders.length) before.current.clear()
    return groupPlaces(orders, [Arrived.rows, OnTheWay.rows, Expected.rows, Done.rows])
  }, [orders, reading])
  const { rows: arrived } = reading.Arrived
  const warnings = useMemo(() => bayWarnings(arrived, ticketFace, bays), [arrived, ticketFace, bays])
  const standing = useMemo(
    () => standingsOf(before.current, { words, alikeOf, asked, ticketFace, places, warnings }),
    [words, alikeOf, asked, ticketFace, places, warnings],
  )
  return { reading, standing }
}
