'use client'

import { useMemo, useRef } from 'react'
import { bayWarnings } from '@/components/board/bays/bay-warnings'
import { factsOf } from '@/components/board/standing/order-facts'
import { type AlikeOrder, groupPlaces, type RowStanding } from '@/components/board/standing/row-standing'
import type { Asked } from '@/components/board/standing/use-hand-off-check'
import { rings } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'
import type { ChosenFace } from '@/lib/board/ticket-face'
import { standTogether } from '@/lib/groups/model'
import type { BoardSection } from '@/lib/orders/model'
import { isFound } from '@/lib/search/model'
import type { BoardSettings } from '@/lib/settings/schema'

type BySection = Record<BoardSection, BoardOrder[]>

/** A section as it is read: its rows in their places, how many the search found and how many it keeps out of sight. */
export type ReadSection = { rows: BoardOrder[]; total: number; found: number; hidden: number }

export type Reading = Record<BoardSection, ReadSection> & { found: number; hidden: number }

/** Who is at the kerb always stands there. Elsewhere a search leaves what it found. */
function readSection(section: BoardSection, orders: BoardOrder[], words: string[], face: ChosenFace): ReadSection {
  const together = standTogether(orders, (order) => factsOf(order).group, rings)
  const matching =
    words.length === 0 ? together : together.filter((order) => isFound(factsOf(order, face).fields, words))
  const rows = section === 'Arrived' ? together : matching
  return { rows, total: orders.length, found: matching.length, hidden: orders.length - rows.length }
}

export function readSections(sections: BySection, words: string[], face: ChosenFace = null): Reading {
  const read = (section: BoardSection) => readSection(section, sections[section], words, face)
  const [Arrived, OnTheWay, Expected, Done] = [read('Arrived'), read('OnTheWay'), read('Expected'), read('Done')]
  const all = [Arrived, OnTheWay, Expected, Done]
  const sum = (key: 'found' | 'hidden') => all.reduce((count, section) => count + section[key], 0)
  return { Arrived, OnTheWay, Expected, Done, found: sum('found'), hidden: sum('hidden') }
}

// A row whose standing says the same keeps the very object, and is not drawn anew.
function keepSame(before: Map<string, RowStanding>, now: Map<string, RowStanding>): Map<string, RowStanding> {
  for (const [id, standing] of now) {
    const known = before.get(id)
    if (known && JSON.stringify(known) === JSON.stringify(standing)) now.set(id, known)
  }
  return now
}

type Known = {
  orders: BoardOrder[]
  words: string[]
  alike: Map<string, AlikeOrder[]>
  asked: Asked | null
  settings: Pick<BoardSettings, 'ticketFace' | 'bays'>
}

function standingsOf({ orders, words, alike, asked, settings }: Known, reading: Reading): Map<string, RowStanding> {
  const { ticketFace, bays } = settings
  const { Arrived, OnTheWay, Expected, Done } = reading
  const places = groupPlaces(orders, [Arrived.rows, OnTheWay.rows, Expected.rows, Done.rows])
  const standings = new Map<string, RowStanding>()
  const add = (id: string, more: RowStanding) => standings.set(id, { ...standings.get(id), ...more })
  for (const [id, group] of places) add(id, { group })
  for (const [id, list] of alike) add(id, { alike: list })
  for (const [id, bay] of bayWarnings(Arrived.rows, ticketFace, bays)) add(id, { bay })
  if (asked) add(asked.serviceId, { asks: asked.alike })
  if (words.length === 0) return standings
  for (const { rows } of [Arrived, OnTheWay, Expected, Done]) {
    for (const order of rows) {
      const found = isFound(factsOf(order, ticketFace).fields, words)
      add(order.serviceId, found ? { isFound: true } : { isDimmed: true })
    }
  }
  return standings
}

/** A board as it is read now: what stands where, what the search found, and how each row stands among the others. */
export function useReading(sections: BySection, known: Known) {
  const { orders, words, alike, asked, settings } = known
  const { ticketFace } = settings
  const reading = useMemo(() => readSections(sections, words, ticketFace), [sections, words, ticketFace])
  const before = useRef(new Map<string, RowStanding>())
  const standings = useMemo(() => {
    const now = keepSame(before.current, standingsOf({ orders, words, alike, asked, settings }, reading))
    before.current = now
    return now
  }, [orders, words, alike, asked, settings, reading])
  return { reading, standings }
}
