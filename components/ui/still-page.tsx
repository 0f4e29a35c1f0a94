'use client'

import { useLayoutEffect } from 'react'

/**
 * In a menu: it stays under the finger. What comes or goes moves no page while it is open: the browser would scroll to make up
 * for what is above, and where the page became shorter than it is scrolled, and take the menu, which lies on the page, along.
 */
export function StillPage() {
  useLayoutEffect(() => {
    const { style, scrollHeight } = document.documentElement
    style.setProperty('overflow-anchor', 'none')
    style.setProperty('min-height', `${scrollHeight}px`)
    return () => {
      style.removeProperty('overflow-anchor')
      style.removeProperty('min-height')
    }
  }, [])
  return null
}
