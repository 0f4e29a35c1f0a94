'use client'

import { createContext, type ReactNode, type RefCallback, use, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A row that is scrolled far away keeps its element, its name and its place, and holds nothing: that is what a thousand
 * rows cost. Keys, screen readers and the page's own order go by the elements, which are all there.
 */
const manyRows = 60

/** How many of a section's first rows are drawn before the browser has said what is in sight. */
export const firstInSight = 12

const IsLong = createContext(false)

/** Around the rows of a board. A short one holds all of its rows, always. */
export function ListLength({ count, children }: { count: number; children: ReactNode }) {
  return <IsLong value={count > manyRows}>{children}</IsLong>
}

const revealed = 'baycall:reveal'
type Look = (isFar: boolean, height: number) => void
const looks = new WeakMap<Element, Look>()
let shared: IntersectionObserver | undefined

// One for all rows, a screen ahead of the scrolling both ways.
function observer(): IntersectionObserver {
  shared ??= new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting, boundingClientRect } of changes) {
        looks.get(target)?.(!isIntersecting, boundingClientRect.height)
      }
    },
    { rootMargin: '100% 0px' },
  )
  return shared
}

/** Makes a row hold what it shows at once, wherever it is: before something in it gets the focus. */
export function reveal(row: Element | null | undefined): void {
  row?.dispatchEvent(new Event(revealed))
}

// On a wall the board is zoomed: a style counts other pixels than the screen does.
const zoomOf = (element: Element) => (element as Element & { currentCSSZoom?: number }).currentCSSZoom ?? 1

/** Whether a row stands far outside the screen, with the height in pixels that it had there; null: never seen. */
export type Unseen = { ref: RefCallback<HTMLElement>; isUnseen: boolean; height: number | null }

/** `keeps`: the row stays whole wherever it is. `isFirst`: it is among the first of its section. */
export function useUnseen({ keeps = false, isFirst }: { keeps?: boolean; isFirst: boolean }): Unseen {
  const isLong = use(IsLong) && !keeps
  const [{ isFar, height }, setFar] = useState<{ isFar: boolean; height: number | null }>({
    isFar: !isFirst,
    height: null,
  })
  const ref = useCallback(
    (element: HTMLElement) => {
      if (!isLong) return
      looks.set(element, (isFar, height) => {
        // What has the focus is not taken from under it.
        if (isFar && element !== document.activeElement && element.contains(document.activeElement)) return
        setFar((known) => ({ isFar, height: isFar && !known.isFar ? height / zoomOf(element) : known.height }))
      })
      const show = () => flushSync(() => setFar((known) => ({ ...known, isFar: false })))
      element.addEventListener(revealed, show)
      observer().observe(element)
      return () => {
        observer().unobserve(element)
        element.removeEventListener(revealed, show)
      }
    },
    [isLong],
  )
  return { ref, isUnseen: isLong && isFar, height }
}

/** What a row shows, unless it stands far outside the screen: then a blank as high as it was. */
export function InSight({ unseen: { isUnseen, height }, children }: { unseen: Unseen; children: ReactNode }) {
  if (!isUnseen) return children
  return <div className="unseen" style={height === null ? undefined : { height }} />
}
