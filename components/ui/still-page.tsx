'use client'

import { useLayoutEffect } from 'react'

/**
 * In a menu: it stays under the finger. What comes or goes above moves no page while it is open: the browser would scroll
 * to make up for that, and take the menu, which lies on the page, along.
 */
export function StillPage() {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('overflow-anchor', 'none')
    return () => void style.removeProperty('overflow-anchor')
  }, [])
  return null
}
