'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { channelName, tellOtherTabs, thisTab } from '@/components/layout/other-tabs'
import { useTurn } from '@/components/ui/use-turn'
import { signIn } from '@/lib/auth/queries'
import { ApiError } from '@/lib/http/client'

// Behind very many others, from wherever those come: a server says within some seconds that it has too much to do.
const longestTryMs = 60_000
const mostTries = 8

// As the server asks for where too many passwords wait.
const comesAgainSeconds = 5

const isBusy = (error: unknown) => error instanceof ApiError && error.problem.code === 'unavailable'

// Whoever calls it off hears of that at once.
const after = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

export type Credentials = { email: string; password: string; code?: string }

/** Signs this browser in; while the server has too much to do, it comes again by itself some seconds later. */
async function signInOnceFree(credentials: Credentials, signal: AbortSignal): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await signIn(credentials, { signal, timeoutMs: longestTryMs })
      return
    } catch (error) {
      if (!isBusy(error) || tries === mostTries) throw error
      await after(comesAgainSeconds, signal)
    }
  }
}

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
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }) => data === thisTab || end()
    window.addEventListener('pagehide', end)
    return () => {
      channel.close()
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [end])
  const send = async (credentials: Credentials, { signal }: AbortController) => {
    setIsPending(true)
    setFailure(null)
    try {
      await signInOnceFree(credentials, signal)
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
