'use client'

import { useSyncExternalStore } from 'react'

/** Heights before rows are measured, in pixels: those of the classes in entry-row.tsx. */
export type RowSizes = { entry: number; day: number }

const wideScreen = '(min-width: 1024px)'

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wideScreen)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** A row's height on this screen: a line of the table, or a card of two lines on a narrow one. */
export function useRowSizes(): RowSizes {
  const isWide = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wideScreen).matches,
    () => true,
  )
  const rem = useSyncExternalStore(subscribe, remPx, () => 16)
  return { entry: (isWide ? 2.875 : 4.5) * rem, day: 2.25 * rem }
}
