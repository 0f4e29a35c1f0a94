import { useLayoutEffect } from 'react'

// For so long, and so near, a second tap is the echo of the one before, which was at most so long ago: what it brought may have
// been asked for first.
const echoMs = 600
const echoPx = 48
const lastMs = 3_000

type Echo = { x: number; y: number; within: string }

/** Where and when a finger, a pen or a mouse came down last, and whether that was an echo. */
const last = { x: 0, y: 0, atMs: Number.NEGATIVE_INFINITY, isEcho: false }
const echoes = new Set<Echo>()

const isEcho = ({ clientX, clientY, target }: MouseEvent) =>
  [...echoes].some(
    ({ x, y, within }) =>
      Math.hypot(clientX - x, clientY - y) <= echoPx && target instanceof Element && target.closest(within) !== null,
  )

function swallow(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function onDown(event: PointerEvent): void {
  const { clientX: x, clientY: y } = event
  Object.assign(last, { x, y, atMs: performance.now(), isEcho: isEcho(event) })
  if (last.isEcho) swallow(event)
}

// A finger that came down as an echo is one however long it stays. A keyboard or a screen reader aims.
function onClick(event: MouseEvent): void {
  if (event.detail > 0 && (last.isEcho || isEcho(event))) swallow(event)
}

// What comes under a finger comes behind it.
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', onDown, true)
  window.addEventListener('click', onClick, true)
}

/** Of what matches `within`, as CSS selects; what it answers ends it. */
function swallowEcho(within: string): () => void {
  const { x, y, atMs } = last
  const echo = { x, y, within }
  const end = () => void echoes.delete(echo)
  if (performance.now() - atMs <= lastMs) echoes.add(echo)
  setTimeout(end, echoMs)
  return end
}

/** The second tap on what has brought something in a modal presses nothing of it. */
export function useNoEcho(): void {
  useLayoutEffect(() => swallowEcho('.modal-layer'), [])
}

/** The second tap on what has led to a board presses nothing of it. `destinationId`: whose board. */
export function useNoEchoOnBoard(destinationId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another store's is another one
  useLayoutEffect(() => swallowEcho('.board-scale'), [destinationId])
}

/**
 * The second tap on what has put something away presses nothing `within` that comes to lie there: on a phone a dialog's answers lie
 * over the ways to other places, and of a list the next moves up.
 */
export function useNoEchoBehind(within: string): void {
  useLayoutEffect(() => () => void swallowEcho(within), [within])
}
