'use client'

import { useEffect } from 'react'

/** The count on the installed app's icon, where the system shows one. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    // Refused where the app is not installed.
    const told = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    told.catch(() => {})
  }, [count])
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => {}), [])
}
