'use client'

import { unmute } from '@/components/board/alerting/device-settings'
import { Button } from '@/components/ui/button'
import { BellOff } from '@/components/ui/icons'
import { waitClock } from '@/lib/waits/model'

/** A muted board says so, and for how long. */
export function MutedNotice({ seconds }: { seconds: number }) {
  return (
    <div className="pointer-events-auto flex max-w-full items-center gap-3 rounded-card border-2 border-edge bg-card py-2 pr-2 pl-4 text-ink shadow-float">
      <BellOff aria-hidden="true" className="size-6 shrink-0" />
      <p className="min-w-0 font-semibold">
        <span role="status">The tone is muted</span> for {waitClock(seconds)}
      </p>
      <Button tone="ink" size="board" onPress={unmute}>
        Unmute
      </Button>
    </div>
  )
}
