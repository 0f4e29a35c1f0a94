import { useEffect } from 'react'
import { settleMs, useLastTap } from '@/components/board/board-context'
import { isLetter } from '@/components/board/keys/letters'
import { pointed } from '@/components/board/keys/pointed'
import { actionOfKey } from '@/components/board/keys/shortcuts'

// Beside what is looked at whenever the page changes: what moves without that.
const lookEveryMs = 250
// What came of a change is seen once it is painted, and a button's own wait has begun by then.
const keptMs = settleMs - 50
// For so long a finger may be on its way through a page that is busy.
const longestDelayMs = 10_000
const mostLooks = 60
const changes = { childList: true, subtree: true, attributeFilter: ['aria-label', 'class', 'style'] }

const overlay = '[role=menu], [role=dialog], [role=listbox]'
// What lies above another stands behind it in the page; what floats over the rows covers them with its words as well.
const pressable = 'button, a, input, textarea, [role=menuitem], .pointer-events-auto'
const ofOrder = ':is(li[data-service-id], li.pointer-events-auto) button:not([aria-haspopup], [aria-expanded])'
// A toast is the page's, and asks nobody (context of the board) who has pressed it.
const inToast = 'ol[aria-live] button'
const inField = 'input, textarea, select'
// What opens only, as a menu or the details, does nothing to anybody.
const acting = ':is(button, a, [role=menuitem]):not([aria-expanded])'
const pressing = /^( |Enter)$/

type Spot = { element: Element; name: string; left: number; right: number; top: number; bottom: number; flows: boolean }
/** Places are the screen's. `isCovered`: something lay over the board, and a finger beside that put it away. */
type Look = { atMs: number; scrollY: number; height: number; spots: Spot[]; isCovered: boolean }

// What is pressed may be another thing by another name: "Acknowledge Priya", then "Hand over Priya".
const nameOf = (element: Element | null) => element?.getAttribute('aria-label') ?? ''

/** What is on the page: looked for when it changes, for a board has thousands of elements. */
function findAll() {
  const main = document.querySelector('main')
  const elements = [...document.querySelectorAll(pressable)].map((element) => ({
    element,
    flows: main?.contains(element) ?? false,
  }))
  return { elements, isCovered: document.querySelector(overlay) !== null }
}

function look({ elements, isCovered }: ReturnType<typeof findAll>): Look {
  const spots = elements.map(({ element, flows }) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { element, flows, name: nameOf(element), left, right, top, bottom }
  })
  const { scrollHeight: height } = document.documentElement
  return { atMs: performance.now(), scrollY, height, spots, isCovered }
}

/**
 * How far a person has scrolled between two looks. Where anything stands elsewhere on the page, or the page is of another
 * height, the browser may have scrolled by itself: that is nobody's doing, and nought.
 */
function scrolledBetween(before: Look, now: Look): number {
  if (before.scrollY === now.scrollY || before.height !== now.height) return 0
  const places = new Map(now.spots.map(({ element, top }) => [element, top + now.scrollY]))
  const stands = ({ element, top, flows }: Spot) =>
    !flows || Math.abs((places.get(element) ?? top + before.scrollY) - top - before.scrollY) < 1
  return before.spots.every(stands) ? before.scrollY - now.scrollY : 0
}

/**
 * Notes what stands where on the screen whenever that changes, and so for what a finger comes: what stood at its spot when it
 * set out, a moment ago, be it that rows have moved since, that a card came or a menu went, or that a button came to mean
 * something else, by whatever. `lastTap.isStray` says of what is pressed whether the finger may have been meant for anything
 * else. What a person scrolls takes its spots along.
 */
export function useAim(): void {
  const lastTap = useLastTap()
  useEffect(() => {
    let looks: Look[] = []
    let aimed = { element: null as Element | null, name: '', isStray: false }
    let all = findAll()
    // What was seen was so until the next look.
    const since = (atMs: number) => looks.filter((_, at) => (looks[at + 1]?.atMs ?? Number.POSITIVE_INFINITY) > atMs)
    const lookAgain = () => {
      const now = look(all)
      const last = looks.at(-1)
      const scrolled = last ? scrolledBetween(last, now) : 0
      for (const { spots } of scrolled === 0 ? [] : looks) {
        for (const spot of spots) {
          if (!spot.flows) continue
          spot.top += scrolled
          spot.bottom += scrolled
        }
      }
      looks = [...since(now.atMs - longestDelayMs).slice(-mostLooks), now]
    }
    let isDue = false
    const lookOncePainted = () => {
      if (isDue) return
      isDue = true
      // The browser scrolls by itself between the change and its picture.
      requestAnimationFrame(() =>
        setTimeout(() => {
          isDue = false
          lookAgain()
        }),
      )
    }
    const lookAnew = () => {
      all = findAll()
      lookOncePainted()
    }
    let lastLetterMs = Number.NEGATIVE_INFINITY
    let isTab = false
    const note = ({ target, clientX, clientY, timeStamp }: PointerEvent) => {
      pointed.isLast = true
      isTab = false
      lookAgain()
      // A busy page hears of it late: what counts is when the finger came down.
      const downMs = Math.min(timeStamp || Number.POSITIVE_INFINITY, performance.now())
      const element = target instanceof Element ? target.closest(pressable) : null
      const name = nameOf(element)
      const wasAnother = ({ spots, isCovered }: Look) => {
        if (isCovered) return true
        const spot = spots.findLast(
          ({ left, right, top, bottom }) => left <= clientX && clientX <= right && top <= clientY && clientY <= bottom,
        )
        return spot !== undefined && (spot.element !== element || spot.name !== name)
      }
      aimed = { element, name, isStray: since(downMs - keptMs).some(wasAnother) }
    }
    // The end of what is typed or scanned presses nothing, where it goes into no field: a scanner writes as a keyboard does.
    const onKey = (event: KeyboardEvent) => {
      // What a key has put away no finger has.
      for (const one of looks) one.isCovered = false
      // Of a code it is the end.
      isTab = event.key === 'Tab' && event.timeStamp - lastLetterMs >= settleMs
      const target = event.target instanceof Element ? event.target : document.body
      if (target.matches(inField)) lastLetterMs = Number.NEGATIVE_INFINITY
      else if (isLetter(event.key)) {
        // Of a word, but for the way back: what its first letter has selected nobody has.
        if (event.timeStamp - lastLetterMs < settleMs && actionOfKey(event.key) !== 'undo') pointed.isLast = true
        lastLetterMs = event.timeStamp
      } else if (pressing.test(event.key) && target.matches(acting) && event.timeStamp - lastLetterMs < settleMs) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    const onFocus = () => {
      if (isTab) pointed.isLast = false
    }
    // What a finger has acted by means something else by now, and waits for no Enter.
    const leave = ({ target, detail }: MouseEvent) => {
      const button = target instanceof Element ? target.closest<HTMLElement>(ofOrder) : null
      if (detail > 0 && button === document.activeElement) button?.blur()
    }
    const keepFromToast = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest(inToast) : null
      if (button && event.detail > 0 && lastTap.isStray?.(button)) event.stopPropagation()
    }
    lastTap.isStray = (pressed) => aimed.isStray || aimed.element !== pressed || aimed.name !== nameOf(pressed)
    lookAgain()
    const observer = new MutationObserver(lookAnew)
    observer.observe(document.body, changes)
    const timer = setInterval(lookAgain, lookEveryMs)
    window.addEventListener('pointerdown', note, true)
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('focusin', onFocus)
    window.addEventListener('click', keepFromToast, true)
    window.addEventListener('click', leave)
    window.addEventListener('scroll', lookOncePainted, { passive: true })
    return () => {
      lastTap.isStray = undefined
      observer.disconnect()
      clearInterval(timer)
      window.removeEventListener('pointerdown', note, true)
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('focusin', onFocus)
      window.removeEventListener('click', keepFromToast, true)
      window.removeEventListener('click', leave)
      window.removeEventListener('scroll', lookOncePainted)
    }
  }, [lastTap])
}
