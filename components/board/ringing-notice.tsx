'use client'

import { useEffect, useRef, useState } from 'react'
import { useBoardSettings } from '@/components/board/board-context'
import { nameOf } from '@/components/board/row/customer'
import { showRow } from '@/components/board/window/row-lists'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { ArrowDown, ArrowUp } from '@/components/ui/icons'
import type { BoardOrder } from '@/lib/board/schema'
import { faceOf } from '@/lib/board/ticket-face'

// Of a row so much must be seen; of one that is taller than the screen, so many pixels.
const enoughRatio = 0.4
const enoughPixels = 96

// On a narrow screen the header has two lines, and a third while somebody searches.
const coveredAbove = () => (window.innerWidth < 768 ? 164 : 110)

const drawnRow = (serviceId: string) => document.querySelector(`[data-service-id="${serviceId}"]`)

const liesAbove = ({ top }: { top: number }) => top < window.innerHeight / 2

/** Of the ringing rows that are scrolled out of sight: whether they lie further up. */
type Hidden = ReadonlyMap<string, boolean>

const nothing: Hidden = new Map()

const idOf = (row: Element) => row.getAttribute('data-service-id') ?? ''

/**
 * Watches rows, and tells which of them are out of sight. The browser says where they are: nothing is laid out for it.
 * Answers the way to say which rows ring now (of those that did before, nothing is begun anew), and the way to end.
 */
function watchRows(tell: (hidden: Hidden) => void) {
  let rows = new Set<Element>()
  let hidden = nothing
  const note = (now: Hidden) => {
    hidden = now
    tell(now)
  }
  const observer = new IntersectionObserver(
    (seen) => {
      const now = new Map(hidden)
      for (const { target, intersectionRatio, intersectionRect, boundingClientRect } of seen) {
        const isSeen = intersectionRatio >= enoughRatio || intersectionRect.height >= enoughPixels
        if (isSeen) now.delete(idOf(target))
        else if (rows.has(target)) now.set(idOf(target), liesAbove(boundingClientRect))
      }
      note(now)
    },
    // The header covers the top of the page, but not on a low screen; the notice itself the bottom.
    {
      rootMargin: `${window.innerHeight > 480 ? -coveredAbove() : 0}px 0px -96px 0px`,
      threshold: [0, 0.1, 0.2, enoughRatio],
    },
  )
  const watch = (ringing: Set<Element>) => {
    for (const row of rows) if (!ringing.has(row)) observer.unobserve(row)
    for (const row of ringing) if (!rows.has(row)) observer.observe(row)
    rows = ringing
    const ids = new Set([...ringing].map(idOf))
    const left = [...hidden].filter(([id]) => ids.has(id))
    if (left.length < hidden.size) note(new Map(left))
  }
  return [watch, () => observer.disconnect()] as const
}

function useHiddenRows(ringing: BoardOrder[]): Hidden {
  const [hidden, setHidden] = useState(nothing)
  const watch = useRef<ReturnType<typeof watchRows>[0]>(null)
  useEffect(() => {
    const [begin, end] = watchRows(setHidden)
    watch.current = begin
    return end
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever others ring, other rows do
  useEffect(() => watch.current?.(new Set(document.querySelectorAll('[data-ringing="true"]'))), [ringing])
  return hidden
}

/** Whether a hidden row lies further up: known anew after each scroll, as one jump may carry it past the screen. */
function useIsAbove(serviceId: string | undefined, hidden: Hidden): boolean {
  const [isAbove, setAbove] = useState<boolean | null>(null)
  useEffect(() => {
    setAbove(null)
    if (serviceId === undefined) return
    const look = () => {
      const row = drawnRow(serviceId)
      if (row) setAbove(liesAbove(row.getBoundingClientRect()))
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [serviceId])
  return isAbove ?? hidden.get(serviceId ?? '') ?? true
}

const saidForMs = 10_000

/** Says an arrival to those who hear the page, once. */
function Announcement({ ringing }: { ringing: BoardOrder[] }) {
  const t = useWords('board')
  const known = useRef<Set<string> | null>(null)
  const [words, setWords] = useState('')
  const { ticketFace } = useBoardSettings()
  useEffect(() => {
    const fresh = ringing.filter((order) => !known.current?.has(order.serviceId))
    known.current = new Set(ringing.map((order) => order.serviceId))
    if (ringing.length === 0) setWords('')
    if (fresh.length === 0) return
    const sentences = fresh.slice(0, 5).map((order) => {
      const { bay } = faceOf(order.hsFields, ticketFace)
      const who = nameOf(order, t)
      return bay ? t('hasArrivedInBay', { who, bay }) : t('hasArrived', { who })
    })
    setWords(fresh.length > 5 ? t('manyArrived', { count: fresh.length }) : sentences.join(' '))
  }, [ringing, ticketFace, t])
  // Said once: a name that is erased or hidden later stands there no longer.
  useEffect(() => {
    if (words === '') return
    const timer = setTimeout(setWords, saidForMs, '')
    return () => clearTimeout(timer)
  }, [words])
  return (
    <p role="alert" className="sr-only">
      {words}
    </p>
  )
}

/** Nothing hides an unacknowledged arrival: one that is scrolled away stays in sight here, one tap from its row. */
export function RingingNotice({ ringing }: { ringing: BoardOrder[] }) {
  const t = useWords('board')
  const hidden = useHiddenRows(ringing)
  // The longest wait first, as the board stands.
  const next = ringing.find((order) => hidden.has(order.serviceId))
  const isAbove = useIsAbove(next?.serviceId, hidden)
  const show = () => {
    const row = showRow(next?.serviceId)
    row?.querySelector<HTMLElement>('[data-act] button')?.focus({ preventScroll: true })
  }
  const { ticketFace } = useBoardSettings()
  const bay = next && faceOf(next.hsFields, ticketFace).bay
  const who = next && nameOf(next, t)
  const Arrow = isAbove ? ArrowUp : ArrowDown
  return (
    <>
      <Announcement ringing={ringing} />
      {next && (
        <Button
          tone="kerb"
          size="ring"
          onPress={show}
          className="pointer-events-auto max-w-[min(100%,32rem)] shadow-float max-sm:min-h-[52px]"
        >
          <Arrow aria-hidden="true" className="size-6 shrink-0" />
          <span className="min-w-0 truncate">
            {bay ? t('ringingInBay', { who: who ?? '', bay }) : t('ringingNamed', { who: who ?? '' })}
          </span>
          {hidden.size > 1 && <span className="shrink-0">+{hidden.size - 1}</span>}
        </Button>
      )}
    </>
  )
}
