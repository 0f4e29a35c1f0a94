'use client'

import { useEffect } from 'react'
import { askNobody } from '@/components/layout/leave-guard'
import { beginAnew } from '@/components/layout/use-same-viewer'
import { readSession } from '@/lib/auth/queries'
import type { StaffAccount } from '@/lib/auth/schema'
import { ApiError } from '@/lib/http/client'

/** Where tabs of this browser tell each other that somebody has signed in, or out. */
export const channelName = 'baycall signed in'
const lookAgainMs = 3_000

// This one goes where its person wants to, and has told of it: what another one tells is meant for it all the same.
export const thisTab = Math.random()

/** Tells the other tabs of this browser that somebody has signed in, or out. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(thisTab)
  channel.close()
}

function leaveToThem(): void {
  askNobody()
  beginAnew()
}

/** Begins anew where somebody else has signed in in another tab, or nobody is signed in any more: what is done here would be done in their name. */
export function useOtherTabs({ email, isTablet }: StaffAccount): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      readSession().then(
        (now) => (now.email !== email || now.isTablet !== isTablet) && leaveToThem(),
        (error: unknown) => {
          if (error instanceof ApiError && error.problem.status === 401) leaveToThem()
          else timer = setTimeout(look, lookAgainMs)
        },
      )
    }
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }) => data === thisTab || look()
    return () => {
      channel.close()
      clearTimeout(timer)
    }
  }, [email, isTablet])
}
