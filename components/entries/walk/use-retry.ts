'use client'

import { useEffect } from 'react'
import { UnreachableError } from '@/lib/http/client'

const waitMs = 10_000

/** While the server can't be reached, tries again by itself: now and then, and as soon as the browser is back online. */
export function useRetryWhileUnreachable(error: unknown, retry: () => void): void {
  useEffect(() => {
    if (!(error instanceof UnreachableError)) return
    const timer = setTimeout(retry, waitMs)
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [error, retry])
}
