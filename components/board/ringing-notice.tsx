'use client'

import { useEffect, useRef, useState } from 'react'
import { useBoardSettings } from '@/components/board/board-context'
import { nameOf } from '@/components/board/row/customer'
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

const rowOf = (serviceId: string) => document.querySelector(`[data-service-id="${serviceId}"]`)

/** The ids of the ringing rows that are scrolled out of sight. */
function useHiddenRows(ringing: BoardOrder[]): string[] {
  const [hidden, setHidden] = useState<string[]>([])
  const ids = ringing.map((order) => order.serviceId).join()
  useEffect(() => {
    const wanted = new Set(ids.split(','))
    const observer = new IntersectionObserver(
      (changes) =>
        setHidden((before) => {
          const now = new Set(before.filter((id) => wanted.has(id)))
          for (const { target, intersectionRatio, intersectionRect } of changes) {
            const serviceId = target.getAttribute('data-service-id') ?? ''
            if (intersectionRatio >= enoughRatio || intersectionRect.height >= enoughPixels) now.delete(serviceId)
            else now.add(serviceId)
          }
          return [...now]
        }),
      // The header covers the top of the page, but not on a low screen; the notice itself the bottom.
      {
        rootMargin: `${window.innerHeight > 480 ? -coveredAbove() : 0}px 0px -96px 0px`,
        threshold: [0, 0.1, 0.2, enoughRatio],
      },
    )
    for (const row of document.querySelectorAll('[data-ringing="true"]')) observer.observe(row)
    return () => {
      observer.disconnect()
      setHidden([])
    }
  }, [ids])
  return hidden
}

/** Whether a row lies further up: known anew after each scroll, as one jump may carry it past the screen. */
function useIsAbove(serviceId: string | undefined): boolean {
  const [isAbove, setIsAbove] = useState(true)
  useEffect(() => {
    if (serviceId === undefined) return
    const look = () => setIsAbove((rowOf(serviceId)?.getBoundingClientRect().top ?? 0) < window.innerHeight / 2)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [serviceId])
  return isAbove
}

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
  return (
    <p role="alert" className="sr-only">
      {words}
    </p>
  )
}

/** The count in the tab's title, so that a board behind other windows still says it. */
function useTitleCount(count: number, storeName: string): void {
  const wanted = `${count > 0 ? `(${count}) ` : ''}${storeName} · Baycall`
  useEffect(() => {
    const write = () => {
      if (document.title !== wanted) document.title = wanted
    }
    write()
    // The router writes the page's own title late, when a navigation's metadata has come.
    const observer = new MutationObserver(write)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [wanted])
}

/** Nothing hides an unacknowledged arrival: one that is scrolled away stays in sight here, one tap from its row. */
export function RingingNotice({ ringing, storeName }: { ringing: BoardOrder[]; storeName: string }) {
  const t = useWords('board')
  useTitleCount(ringing.length, storeName)
  const hidden = useHiddenRows(ringing)
  // The longest wait first, as the board stands.
  const next = ringing.find((order) => hidden.includes(order.serviceId))
  const isAbove = useIsAbove(next?.serviceId)
  const show = () => {
    const row = next && rowOf(next.serviceId)
    row?.scrollIntoView({ block: 'center' })
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
          className="pointer-events-auto max-w-[min(100%,32rem)] shadow-float"
        >
          <Arrow aria-hidden="true" className="size-6 shrink-0" />
          <span className="min-w-0 truncate">
            {bay ? t('ringingInBay', { who: who ?? '', bay }) : t('ringingNamed', { who: who ?? '' })}
          </span>
          {hidden.length > 1 && <span className="shrink-0">+{hidden.length - 1}</span>}
        </Button>
      )}
    </>
  )
}
