'use client'

import { useLayoutEffect } from 'react'

/**
 * Where each list was scrolled to, for who comes back by Back or Forward. The pages stay in the query cache for as long
 * as the browser's page lives, and so does this.
 */
const places = new Map<string, number>()

let cameBackTo: string | null = null

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    cameBackTo = window.location.pathname
  })
}

/** Says that what comes next is a step forward. */
export function forgetWayBack(): void {
  cameBackTo = null
}

/** True where the person came to this page by Back or Forward, rather than by a link or a filter. */
export function hasComeBack(): boolean {
  return typeof window !== 'undefined' && cameBackTo === window.location.pathname
}

/** The place to begin at: where the person left the list, if they have come back to it. */
export function placeOf(listName: string): number {
  return (hasComeBack() && places.get(listName)) || 0
}

/**
 * Remembers the place of a list. `isAddressed` says whether the address still means this list: going away, the browser
 * changes the address and scrolls before the list has left the screen.
 */
export function useScrollPlace(listName: string, isAddressed: () => boolean): void {
  useLayoutEffect(() => {
    const note = () => {
      if (isAddressed()) places.set(listName, window.scrollY)
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [listName, isAddressed])
}
