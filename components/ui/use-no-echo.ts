import { useLayoutEffect } from 'react'

// For so long, and so near, a second tap is the echo of the one before. So long at most whoever goes on tapping presses nothing.
const echoMs = 600
const echoPx = 48
const lastMs = 3_000
// For so long a finger that comes down wherever it may has set out before there was anything to aim at.
const unaimedMs = 450
// What a tap brings, or puts away, may have been asked for first, and an answer or a document that is slow to come follow by so much.
const longestWayMs = 30_000
const place = 'baycall.lastTap'
const endlessMs = Number.POSITIVE_INFINITY

/**
 * Until `untilMs`, which is `echoMs` behind `paintedMs`, when what has come was to be seen, a finger that comes down at its place
 * presses nothing `within`; nor, where it may set out unaimed, anywhere else for so long, and there it begins anew with each that
 * was swallowed, where that one came down.
 */
type Echo = { x: number; y: number; within: string; unaimedMs: number; paintedMs: number; untilMs: number }

/** Where and when a finger, a pen or a mouse came down last, and what that was an echo of. */
const last: { x: number; y: number; atMs: number; echo?: Echo } = { x: 0, y: 0, atMs: -endlessMs }
const echoes = new Set<Echo>()

// A busy page hears of it late: what counts is when the finger came down.
const cameDownMs = ({ timeStamp }: Event) => Math.min(timeStamp || endlessMs, performance.now())

function echoOf(event: MouseEvent): Echo | undefined {
  const { clientX, clientY, target } = event
  const atMs = cameDownMs(event)
  return [...echoes].find(
    ({ x, y, within, unaimedMs, paintedMs, untilMs }) =>
      ((unaimedMs > 0 && atMs < paintedMs + unaimedMs) ||
        (atMs < untilMs && Math.hypot(clientX - x, clientY - y) <= echoPx)) &&
      target instanceof Element &&
      target.closest(within) !== null,
  )
}

function swallow(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function onDown(event: PointerEvent): void {
  const { clientX: x, clientY: y } = event
  const atMs = cameDownMs(event)
  const echo = echoOf(event)
  Object.assign(last, { x, y, atMs, echo })
  if (!echo) return
  swallow(event)
  // Equal digits of a PIN come at one place as well.
  if (echo.unaimedMs > 0)
    Object.assign(echo, { x, y, untilMs: Math.max(echo.untilMs, Math.min(atMs, echo.paintedMs + lastMs) + echoMs) })
}

// A finger that came down as an echo is one however long it stays. A keyboard or a screen reader aims.
function onClick(event: MouseEvent): void {
  if (event.detail > 0 && (last.echo || echoOf(event))) swallow(event)
}

/** To the tab's next document: who signs in comes to a board by a whole new one. */
function handOn(): void {
  const { x, y, atMs } = last
  try {
    sessionStorage.setItem(place, JSON.stringify({ x, y, clockMs: Date.now() - performance.now() + atMs }))
  } catch {
    // Storage is switched off: that document knows of no tap.
  }
}

const isReloaded = () => performance.getEntriesByType('navigation').some((one) => Object(one).type !== 'navigate')

function takeOn(): void {
  try {
    const { x, y, clockMs } = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    sessionStorage.removeItem(place)
    if (clockMs && !isReloaded()) Object.assign(last, { x, y, atMs: performance.now() - Date.now() + clockMs })
  } catch {
    // Nor does this one.
  }
}

// What comes under a finger comes behind it.
if (typeof window !== 'undefined') {
  takeOn()
  window.addEventListener('pointerdown', onDown, true)
  window.addEventListener('click', onClick, true)
  window.addEventListener('pagehide', handOn)
}

// It is looked at for so long: a busy page hears of a finger late.
const heardMs = 15_000

/** Of what matches `within`, as CSS selects, behind a tap that was at most so long ago; what it answers ends it. */
export function swallowEcho(within: string, unaimedMs = 0): () => void {
  const { x, y, atMs } = last
  if (performance.now() - atMs > longestWayMs) return () => {}
  const echo: Echo = { x, y, within, unaimedMs, paintedMs: endlessMs, untilMs: endlessMs }
  echoes.add(echo)
  requestAnimationFrame(() =>
    setTimeout(() => {
      echo.paintedMs = performance.now()
      echo.untilMs = echo.paintedMs + echoMs
      setTimeout(end, heardMs)
    }),
  )
  const end = () => void echoes.delete(echo)
  return end
}

/** The second tap on what has brought something in a modal presses nothing of it. */
export function useNoEcho(): void {
  useLayoutEffect(() => swallowEcho('.modal-layer'), [])
}

// What its header has opens, and acts on nobody.
const orders = '.board-scale > :not(header)'

/**
 * The second tap on what has led to a board presses nothing of its orders, nor does one beside that in the moment in which they come:
 * where a board is slow, somebody taps again. A whole new document is seen to come. `destinationId`: whose board.
 */
export function useNoEchoOnBoard(destinationId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another store's is another one
  useLayoutEffect(() => swallowEcho(orders, last.atMs >= 0 ? unaimedMs : 0), [destinationId])
}

/**
 * The second tap on what has put something away presses nothing `within` that comes to lie there: on a phone a dialog's answers lie
 * over the ways to other places, elsewhere over the list that they are of, and of a list the next moves up.
 */
export function useNoEchoBehind(within: string): void {
  useLayoutEffect(() => () => void swallowEcho(within), [within])
}
