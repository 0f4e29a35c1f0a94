import { useLayoutEffect } from 'react'

// For so long, and so near, a second tap is the echo of the one before, which was at most so long ago: what it brought may have
// been asked for first.
const echoMs = 600
const echoPx = 30
const lastMs = 3_000

/** Where and when a finger, a pen or a mouse came down last. */
const last = { x: 0, y: 0, atMs: Number.NEGATIVE_INFINITY }
const note = ({ clientX: x, clientY: y }: PointerEvent) => void Object.assign(last, { x, y, atMs: performance.now() })
// What comes under a finger comes behind it.
if (typeof window !== 'undefined') window.addEventListener('pointerdown', note, { capture: true, passive: true })

/** Of what matches `within`, as CSS selects. */
function swallowEcho(within: string): void {
  const { x, y, atMs } = last
  if (performance.now() - atMs > lastMs) return
  const swallow = (event: MouseEvent) => {
    // A keyboard or a screen reader aims.
    const isPointed = event.type === 'pointerdown' || event.detail > 0
    if (!isPointed || Math.hypot(event.clientX - x, event.clientY - y) > echoPx) return
    if (!(event.target instanceof Element && event.target.closest(within))) return
    event.preventDefault()
    event.stopPropagation()
  }
  for (const type of ['pointerdown', 'click'] as const) {
    window.addEventListener(type, swallow, true)
    setTimeout(() => window.removeEventListener(type, swallow, true), echoMs)
  }
}

/** The second tap on what has brought something presses nothing of it. */
export function useNoEcho(): void {
  useLayoutEffect(() => swallowEcho('*'), [])
}

/** The second tap on what has put something away leads to no other place: on a phone a dialog's answers lie over the ways there. */
export function useNoEchoBehind(): void {
  useLayoutEffect(() => () => swallowEcho('.places'), [])
}
