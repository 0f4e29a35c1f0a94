'use client'

import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'

/** From the first to the last place, both in it. */
export type Span = [number, number]

type SpanProps = { count: number; onSelect?: (span: Span) => void }

type Held = { cursor: number | null; anchor: number | null }
const nothing: Held = { cursor: null, anchor: null }

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
 * Pointing at one of many places in a row, or drawing over several: by mouse, by finger (along the row; across it the
 * page scrolls) and by keys (arrows, with Shift over several, Enter to choose, Escape to let go).
 */
export function useSpan({ count, onSelect }: SpanProps) {
  const [{ cursor, anchor }, hold] = useState<Held>(nothing)
  const last = count - 1
  const within = (place: number) => Math.max(0, Math.min(last, place))
  const span: Span | null = cursor === null ? null : spanOf(within(anchor ?? cursor), within(cursor))

  function placeOf(event: PointerEvent<HTMLElement>): number {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return within(Math.floor((count * (event.clientX - left)) / Math.max(1, width)))
  }
  function choose(): void {
    if (span) onSelect?.(span)
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
        if (event.button !== 0 || !onSelect) return
        event.currentTarget.setPointerCapture(event.pointerId)
        hold({ cursor: placeOf(event), anchor: placeOf(event) })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => hold({ cursor: placeOf(event), anchor }),
      onPointerUp: () => anchor !== null && choose(),
      // The finger scrolls the page after all.
      onPointerCancel: () => hold(nothing),
      onPointerLeave: () => anchor === null && hold(nothing),
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
