'use client'

import { useSyncExternalStore } from 'react'

const aScreen = 24
const never = () => () => {}

/**
 * The first rows of a list while the server makes a page of it, and all of them in the browser: a page is made in one piece, and
 * one of some hundred rows keeps others' waiting.
 */
export function useFirstScreen<Row>(rows: Row[]): Row[] {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isInBrowser ? rows : rows.slice(0, aScreen)
}
