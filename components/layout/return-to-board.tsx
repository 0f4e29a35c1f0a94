'use client'

import { useEffect } from 'react'

const leftForMs = 2 * 60 * 1000

/** Takes a paired tablet back to its own board, and others to what they may see, where nobody does anything any more. */
export function ReturnToBoard(): null {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => window.location.assign('/board'), leftForMs)
    }
    wait()
    const signs = ['keydown', 'pointerdown', 'wheel', 'input'] as const
    // In front of what keeps a press for itself.
    for (const sign of signs) window.addEventListener(sign, wait, true)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, wait, true)
    }
  }, [])
  return null
}
