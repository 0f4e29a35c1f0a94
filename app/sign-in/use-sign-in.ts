'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { hearOtherTabs, tellOtherTabs } from '@/components/layout/other-tabs'
import { useTurn } from '@/components/ui/use-turn'
import { signIn } from '@/lib/auth/queries'

export type Credentials = { email: string; password: string; code?: string }

/**
 * Signs in by what a form says, one attempt at a time, and goes on to where the person was going. `end`: calls off the one that is
 * underway, as happens where somebody leaves the form or signs in in another tab: nobody is signed in by what they have turned away from.
 */
export function useSignIn(next: string) {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const underway = useRef<AbortController | null>(null)
  const { take } = useTurn()
  const end = useCallback(() => underway.current?.abort(), [])
  useEffect(() => {
    const hearNoMore = hearOtherTabs(end)
    window.addEventListener('pagehide', end)
    return () => {
      hearNoMore()
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [end])
  const send = async (credentials: Credentials, { signal }: AbortController) => {
    setIsPending(true)
    setFailure(null)
    try {
      await signIn(credentials, signal)
      tellOtherTabs()
      // A whole new page: nothing of whoever was signed in before stays in memory.
      window.location.assign(next)
    } catch (error) {
      setFailure(error)
      setIsPending(false)
    }
  }
  const attempt = (credentials: Credentials) =>
    take(() => {
      underway.current = new AbortController()
      return send(credentials, underway.current)
    })
  return { attempt, end, isPending, failure }
}
