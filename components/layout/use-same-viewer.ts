'use client'

import { useEffect } from 'react'
import type { StaffAccount } from '@/lib/auth/schema'

// Of the document, whichever page of it is shown; empty: nobody, since a board was refused, or a page asked to sign in.
let viewer: string | undefined

/** Whoever comes next reads no page that was shown before: the router keeps those, and messages and searches outlive them. */
export function beginAnew(): void {
  sessionStorage.clear()
  window.location.reload()
}

/** The next page begins anew, whoever it was rendered for. */
export function forgetViewer(): void {
  sessionStorage.clear()
  viewer = ''
}

/**
 * Begins anew where the browser is somebody else's by now than whose pages it has shown: a session that ended in another tab
 * leaves a paired tablet, or nobody.
 */
export function useSameViewer({ email, isTablet }: StaffAccount): void {
  useEffect(() => {
    const now = isTablet ? 'tablet' : email
    const before = viewer
    viewer = now
    if (before !== undefined && before !== now) beginAnew()
  }, [email, isTablet])
}
