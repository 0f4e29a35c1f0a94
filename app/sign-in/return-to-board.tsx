'use client'

import { useEffect } from 'react'

const leftForMs = 2 * 60 * 1000

/** Takes a paired tablet back to its own board where nobody does anything any more: here it calls nobody. */
export function ReturnToBoard(): null {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => window.location.assign('/board'), leftForMs)
    }
    wait()
    const signs = ['keydown', 'pointerdown'] as const
    for (const sign of signs) window.addEventListener(sign, wait)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, wait)
    }
  }, [])
  return null
}
