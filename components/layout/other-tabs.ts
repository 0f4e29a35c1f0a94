'use client'

import { useEffect } from 'react'
import { beginAnew } from '@/components/layout/use-same-viewer'
import { readSession } from '@/lib/auth/queries'
import type { StaffAccount } from '@/lib/auth/schema'

const channelName = 'baycall signed in'

/** Tells the other tabs of this browser that somebody has signed in. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

/** Begins anew where somebody else has signed in in another tab: what is done here would be done in their name. */
export function useOtherTabs({ email, isTablet }: StaffAccount): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = () => {
      // Where that cannot be told now, the board's own stream finds out whether it may go on.
      readSession().then(
        (now) => (now.email !== email || now.isTablet !== isTablet) && beginAnew(),
        () => null,
      )
    }
    return () => channel.close()
  }, [email, isTablet])
}
