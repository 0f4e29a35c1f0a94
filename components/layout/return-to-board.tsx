'use client'

import { useEffect } from 'react'

const leftForMs = 2 * 60 * 1000

/** Takes a paired tablet back to its own board, and others to what they may see, where nobody does anything any more. */
export function ReturnToBoard(): null {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      // Without a network it would stand at the browser's own page for that.
      timer = setTimeout(() => (navigator.onLine ? window.location.assign('/board') : wait()), leftForMs)
    }
    wait()
    const signs = ['keydown', 'pointerdown', 'wheel', 'input'] as const
    // In front of what keeps a press for itself.
    const early = { capture: true, passive: true }
    for (const sign of signs) window.addEventListener(sign, wait, early)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, wait, early)
    }
  }, [])
  return null
}
