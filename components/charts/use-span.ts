'use client'

import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'

/** From the first to the last place, both in it. */
export type Span = [number, number]

type SpanProps = { count: number; onSelect?: (span: Span) => void }

// `shown` is the place that a finger had shown before it came down again.
type Held = { cursor: number | null; anchor: number | null; shown?: number | null }
const nothing: Held = { cursor: null, anchor: null }
// A finger means what is so near, in pixels.
const fingerPx = 12

const keys: Record<string, (from: number, last: number) => number> = {
  ArrowLeft: (from) => from - 1,
  ArrowDown: (from) => from - 1,
  ArrowRight: (from) => from + 1,
  ArrowUp: (from) => from + 1,
  PageDown: (from, last) => from - Math.ceil(last / 10),
  PageUp: (from, last) => from + Math.ceil(last / 10),
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * Pointing at one of many places in a row, or drawing over several: by mouse, by finger (a tap shows, one more chooses;
 * along the row it draws, across it the page scrolls) and by keys (arrows, with Shift over several, Enter to choose, Escape to let go).
 */
export function useSpan({ count, onSelect }: SpanProps) {
  const [{ cursor, anchor, shown = null }, hold] = useState<Held>(nothing)
  const last = count - 1
  const within = (place: number) => Math.max(0, Math.min(last, place))
  const span: Span | null = cursor === null ? null : spanOf(within(anchor ?? cursor), within(cursor))

  function isNear(place: number, event: PointerEvent<HTMLElement>): boolean {
    const { width } = event.currentTarget.getBoundingClientRect()
    return shown !== null && (Math.abs(place - shown) * width) / count <= fingerPx
  }
  // A finger hides what it points at: what it shows stays when it is lifted, and is chosen when it comes again.
  function lift(event: PointerEvent<HTMLElement>): void {
    if (anchor === null) return
    const place = placeOf(event)
    if (event.pointerType !== 'touch' || place !== anchor) choose()
    else if (shown !== null && isNear(place, event)) choose([shown, shown])
    else hold({ cursor: place, anchor: null })
  }
  function placeOf(event: PointerEvent<HTMLElement>): number {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return within(Math.floor((count * (event.clientX - left)) / Math.max(1, width)))
  }
  function choose(chosen = span): void {
    if (chosen) onSelect?.(chosen)
    hold(nothing)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = keys[event.key]
    const from = cursor ?? last
    // The first press shows where one is, but Shift begins to draw over at once.
    if (move && cursor === null && !event.shiftKey) hold({ cursor: last, anchor: null })
    else if (move) hold({ cursor: within(move(from, last)), anchor: event.shiftKey ? (anchor ?? from) : null })
    else if (event.key === 'Enter' || event.key === ' ') choose()
    else if (event.key === 'Escape' && cursor !== null) hold(nothing)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    span,
    /** True while several are being drawn over. */
    isDrawing: anchor !== null,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const place = placeOf(event)
        if (event.pointerType === 'touch' && !onSelect) hold({ cursor: place, anchor: null })
        if (event.button !== 0 || !onSelect) return
        event.currentTarget.setPointerCapture(event.pointerId)
        hold({ cursor: place, anchor: place, shown: cursor })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => hold({ cursor: placeOf(event), anchor, shown }),
      onPointerUp: lift,
      // The finger scrolls the page after all.
      onPointerCancel: () => hold(nothing),
      onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && anchor === null && hold(nothing),
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (event.currentTarget.matches(':focus-visible')) hold({ cursor: within(cursor ?? last), anchor: null })
      },
      onBlur: () => hold(nothing),
    },
  }
}

function spanOf(one: number, other: number): Span {
  return one < other ? [one, other] : [other, one]
}
