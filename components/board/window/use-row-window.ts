'use client'

import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { noteList } from '@/components/board/window/row-lists'
import { type Drawn, drawnRows, type Span, spanOf } from '@/components/board/window/row-window'
import { rings } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'

/** More rows than these in a list are not all on the page. */
export const manyRows = 60

// What the server draws, before there is a window.
const firstScreen: Span = { from: 0, to: 12 }

// Before a row of the list was measured.
const likelyHeight = 88

// On a wall the board is zoomed: its own pixels are not the screen's.
const zoomOf = (element: Element) => (element as Element & { currentCSSZoom?: number }).currentCSSZoom ?? 1

const idOf = (element: Element | null | undefined) =>
  element?.closest<HTMLElement>('li[data-service-id]')?.dataset.serviceId ?? null

/** The heights of a list's rows, as far as they have been seen. */
class Heights {
  private readonly known = new Map<string, number>()
  private sum = 0
  private listed: { orders: BoardOrder[]; heights: number[] } | null = null
  width = 0
  gap = 12

  get typical(): number {
    return this.known.size === 0 ? likelyHeight : Math.round(this.sum / this.known.size)
  }

  note(serviceId: string, height: number): void {
    const before = this.known.get(serviceId)
    if (before === height) return
    this.sum += height - (before ?? 0)
    this.known.set(serviceId, height)
    this.listed = null
  }

  clear(): void {
    this.known.clear()
    this.sum = 0
    this.listed = null
  }

  /** Of a list's rows; what has left it is forgotten. */
  of(orders: BoardOrder[]): number[] {
    if (this.listed?.orders === orders) return this.listed.heights
    if (this.known.size > 2 * orders.length) {
      const here = new Set(orders.map((order) => order.serviceId))
      for (const [id, height] of this.known) {
        if (!here.has(id)) {
          this.sum -= height
          this.known.delete(id)
        }
      }
    }
    const { typical } = this
    const heights = orders.map((order) => this.known.get(order.serviceId) ?? typical)
    this.listed = { orders, heights }
    return heights
  }
}

/** The span that is near the screen now: a screen more than is seen, both ways. */
function nearSpan(list: HTMLElement, orders: BoardOrder[], heights: Heights): Span {
  const zoom = zoomOf(list)
  const screen = window.innerHeight / zoom
  const top = -list.getBoundingClientRect().top / zoom
  return spanOf(heights.of(orders), heights.gap, top - screen * 0.75, top + screen * 1.75)
}

const isSame = (a: Span, b: Span) => a.from === b.from && a.to === b.to

/** Keeps a span near the screen while the page is scrolled, and a list's heights as they are. */
function useNearSpan(listRef: RefObject<HTMLElement | null>, orders: BoardOrder[], isLong: boolean, heights: Heights) {
  const [span, setSpan] = useState(firstScreen)
  const look = useRef(() => {})
  look.current = () => {
    const list = listRef.current
    if (!list) return
    const next = nearSpan(list, orders, heights)
    setSpan((known) => (isSame(known, next) ? known : next))
  }
  useEffect(() => {
    const list = listRef.current
    if (!isLong || !list) return
    let frame = 0
    const lookSoon = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        look.current()
      })
    }
    // Of the list itself its width counts: in another one its rows have other heights.
    const observer = new ResizeObserver((changes) => {
      for (const { target, contentRect, borderBoxSize } of changes) {
        const id = idOf(target)
        const isWhole = target !== list && !target.hasAttribute('data-far')
        if (isWhole && id !== null) heights.note(id, borderBoxSize[0]?.blockSize ?? contentRect.height)
        if (target === list && contentRect.width !== heights.width) {
          if (heights.width > 0) heights.clear()
          heights.width = contentRect.width
          heights.gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0
        }
      }
      lookSoon()
    })
    observer.observe(list)
    // What folds above moves the list without a scroll: the page's height tells.
    observer.observe(document.body)
    for (const row of list.children) observer.observe(row)
    const rows = new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const row of addedNodes) observer.observe(row as Element)
        for (const row of removedNodes) observer.unobserve(row as Element)
      }
      lookSoon()
    })
    rows.observe(list, { childList: true })
    window.addEventListener('scroll', lookSoon, { passive: true })
    window.addEventListener('resize', lookSoon)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      rows.disconnect()
      window.removeEventListener('scroll', lookSoon)
      window.removeEventListener('resize', lookSoon)
    }
  }, [isLong, listRef, heights])
  return span
}

function tellPlace(row: Element | undefined, told: { size: number; place: number } | null): void {
  const tell = (name: string, value: string | null) => {
    if (!row || row.getAttribute(name) === value) return
    if (value === null) row.removeAttribute(name)
    else row.setAttribute(name, value)
  }
  tell('aria-setsize', told && String(told.size))
  tell('aria-posinset', told && String(told.place))
}

/**
 * What of a list's rows is on the page. A short list is whole. Of a long one: those near the screen, what had the focus
 * last with its neighbours, and, in short, what rings.
 */
export function useRowWindow(listRef: RefObject<HTMLElement | null>, orders: BoardOrder[], isLong: boolean) {
  const [heights] = useState(() => new Heights())
  const span = useNearSpan(listRef, orders, isLong, heights)
  const [held, hold] = useState<string | null>(null)
  const latest = useRef(orders)
  latest.current = orders

  useEffect(() => {
    const element = listRef.current
    if (!element) return
    return noteList({ element, ids: () => latest.current.map((order) => order.serviceId), hold })
  }, [listRef])

  const ringing = useMemo(() => orders.flatMap((order, index) => (rings(order) ? [index] : [])), [orders])
  const drawn = useMemo((): Drawn[] => {
    if (!isLong) return orders.map((_, index) => ({ index }))
    const at = held === null ? -1 : orders.findIndex((order) => order.serviceId === held)
    const near = at < 0 ? [] : [at - 1, at, at + 1]
    return drawnRows(heights.of(orders), heights.gap, span, near, ringing)
  }, [orders, ringing, isLong, held, span, heights])

  // Who hears the page hears how many there are, and which of them this one is. Not by props: all would be drawn anew.
  useLayoutEffect(() => {
    const rows = [...(listRef.current?.children ?? [])]
    drawn.forEach((one, at) => {
      if (!('index' in one)) return
      tellPlace(rows[at], isLong ? { size: orders.length, place: one.index + 1 } : null)
    })
  }, [drawn, orders, isLong, listRef])

  const onFocus = (event: FocusEvent) => {
    const id = idOf(event.target)
    if (id !== null) hold(id)
  }
  return { drawn, onFocus }
}
