'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { nameOf } from '@/components/board/row/customer'
import { Button } from '@/components/ui/button'
import type { BoardOrder } from '@/lib/board/schema'
import { faceOf } from '@/lib/board/ticket-face'

type Hidden = { serviceId: string; isAbove: boolean }

/** The ringing rows that are scrolled out of sight. */
function useHiddenRows(ringing: BoardOrder[]): Hidden[] {
  const [hidden, setHidden] = useState<Hidden[]>([])
  const ids = ringing.map((order) => order.serviceId).join()
  useEffect(() => {
    const wanted = new Set(ids.split(','))
    const observer = new IntersectionObserver(
      (changes) =>
        setHidden((before) => {
          const now = new Map(before.filter((h) => wanted.has(h.serviceId)).map((h) => [h.serviceId, h]))
          for (const { target, isIntersecting, boundingClientRect } of changes) {
            const serviceId = target.getAttribute('data-service-id') ?? ''
            if (isIntersecting) now.delete(serviceId)
            else now.set(serviceId, { serviceId, isAbove: boundingClientRect.top < 100 })
          }
          return [...now.values()]
        }),
      // The header covers the top of the page.
      { rootMargin: '-110px 0px -96px 0px', threshold: 0.4 },
    )
    for (const row of document.querySelectorAll('[data-ringing="true"]')) observer.observe(row)
    return () => {
      observer.disconnect()
      setHidden([])
    }
  }, [ids])
  return hidden
}

/** Says an arrival to those who hear the page, once. */
function Announcement({ ringing }: { ringing: BoardOrder[] }) {
  const known = useRef<Set<string> | null>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    const fresh = ringing.filter((order) => !known.current?.has(order.serviceId))
    known.current = new Set(ringing.map((order) => order.serviceId))
    if (fresh.length === 0) return
    const sentences = fresh.slice(0, 5).map((order) => {
      const { bay } = faceOf(order.hsFields)
      return `${nameOf(order)} has arrived${bay ? ` in bay ${bay}` : ''}.`
    })
    setWords(fresh.length > 5 ? `${fresh.length} customers have arrived.` : sentences.join(' '))
  }, [ringing])
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
  useTitleCount(ringing.length, storeName)
  const hidden = useHiddenRows(ringing)
  // The longest wait first, as the board stands.
  const next = ringing.find((order) => hidden.some((h) => h.serviceId === order.serviceId))
  const isAbove = hidden.find((h) => h.serviceId === next?.serviceId)?.isAbove ?? true
  const show = () => {
    const row = document.querySelector(`[data-service-id="${next?.serviceId}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>('[data-act] button')?.focus({ preventScroll: true })
  }
  const bay = next && faceOf(next.hsFields).bay
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
            Ringing: {nameOf(next)}
            {bay && ` · bay ${bay}`}
          </span>
          {hidden.length > 1 && <span className="shrink-0">+{hidden.length - 1}</span>}
        </Button>
      )}
    </>
  )
}
