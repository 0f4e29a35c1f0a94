'use client'

import { useSyncExternalStore } from 'react'

const noChange = () => () => undefined

/** False until the page can act: a form that is sent before that would lose what was typed. */
export function useIsReady(): boolean {
  return useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
}
