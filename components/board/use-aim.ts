import { useEffect } from 'react'
import { settleMs, useLastTap } from '@/components/board/board-context'

// Beside what is looked at whenever the page changes: what moves without that.
const lookEveryMs = 250
const changes = { childList: true, subtree: true, attributeFilter: ['aria-label', 'class', 'style'] }

const overlay = '[role=menu], [role=dialog], [role=listbox]'
// What lies above another stands behind it in the page.
const pressable = 'button, a, input, textarea, [role=menuitem]'

type Spot = { element: Element; name: string; place: DOMRect; flows: boolean }
/** `isCovered`: something lay over the board, and a finger beside that put it away. */
type Look = { atMs: number; scrollY: number; spots: Spot[]; isCovered: boolean }

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
  const spots = elements.map(({ element, flows }) => ({
    element,
    flows,
    name: nameOf(element),
    place: element.getBoundingClientRect(),
  }))
  return { atMs: performance.now(), scrollY, spots, isCovered }
}

/**
 * Notes what stands where whenever that changes, and so for what a finger comes: what stood at its spot when it set out, a
 * moment ago, be it that rows have moved since, that a card came or a menu went, or that a button came to mean something else,
 * by whatever. `lastTap.isStray` says of what is pressed whether the finger may have been meant for anything else. Who
 * scrolls has moved it all themselves.
 */
export function useAim(): void {
  const lastTap = useLastTap()
  useEffect(() => {
    let looks: Look[] = []
    let aimed = { element: null as Element | null, name: '', isStray: false }
    const forget = () => {
      const sinceMs = performance.now() - settleMs
      // What was seen was so until the next look.
      looks = looks.filter((_, at) => (looks[at + 1]?.atMs ?? Number.POSITIVE_INFINITY) > sinceMs)
    }
    let all = findAll()
    const lookAgain = () => {
      forget()
      looks.push(look(all))
    }
    const lookAnew = () => {
      all = findAll()
      lookAgain()
    }
    const note = ({ target, clientX, clientY }: PointerEvent) => {
      forget()
      const element = target instanceof Element ? target.closest(pressable) : null
      const name = nameOf(element)
      const wasAnother = ({ spots, isCovered }: Look, scrolled: number) => {
        if (isCovered) return true
        const spot = spots.findLast(({ place: { left, right, top, bottom }, flows }) => {
          const y = clientY - (flows ? scrolled : 0)
          return left <= clientX && clientX <= right && top <= y && y <= bottom
        })
        return spot !== undefined && (spot.element !== element || spot.name !== name)
      }
      const isStray = looks.some((one) => wasAnother(one, 0) && wasAnother(one, one.scrollY - scrollY))
      aimed = { element, name, isStray }
    }
    // What a key has put away no finger has.
    const uncover = () => {
      for (const one of looks) one.isCovered = false
    }
    lastTap.isStray = (pressed) => aimed.isStray || aimed.element !== pressed || aimed.name !== nameOf(pressed)
    lookAgain()
    const observer = new MutationObserver(lookAnew)
    observer.observe(document.body, changes)
    const timer = setInterval(lookAgain, lookEveryMs)
    window.addEventListener('pointerdown', note, true)
    window.addEventListener('keydown', uncover, true)
    return () => {
      lastTap.isStray = undefined
      observer.disconnect()
      clearInterval(timer)
      window.removeEventListener('pointerdown', note, true)
      window.removeEventListener('keydown', uncover, true)
    }
  }, [lastTap])
}
