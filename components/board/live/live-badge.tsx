'use client'

import clsx from 'clsx/lite'
import type { LiveStream } from '@/components/board/live/live-stream'
import { useClock } from '@/components/board/live/server-clock'
import { useLiveState } from '@/components/board/live/use-live-board'
import { useWords } from '@/components/language/language-provider'
import { LoaderCircle, WifiOff } from '@/components/ui/icons'
import { staleAfterMs } from '@/lib/live/model'
import { waitClock } from '@/lib/waits/model'

/** Seconds since the last news of the server, counted on this device; null before the first. */
export function useNewsAge(stream: LiveStream): number | null {
  useLiveState(stream)
  return useClock(() => {
    const ms = stream.newsAgeMs
    return ms === null ? ms : Math.floor(ms / 1000)
  })
}

/** Two missed heartbeats: what stands on the board may no longer be so. */
export function useIsStale(stream: LiveStream): boolean {
  const age = useNewsAge(stream)
  return age !== null && age * 1000 >= staleAfterMs
}

/** "Live · synced 2 s ago": how old the board's news is, always in sight. */
export function LiveBadge({ stream }: { stream: LiveStream }) {
  const t = useWords('board')
  const times = useWords('times')
  const { status } = useLiveState(stream)
  const age = useNewsAge(stream)
  const isStale = useIsStale(stream)
  const shown = isStale || status === 'refused' ? 'stale' : status
  const seconds = age ?? 0
  const told = { age: seconds < 60 ? times('seconds', { seconds }) : times(...waitClock(seconds)) }
  return (
    <div
      data-live={shown}
      className={clsx(
        'flex min-h-9 items-center justify-center gap-2.5 rounded-control px-3.5 text-sm font-semibold whitespace-nowrap sm:min-h-11 sm:text-[15px]',
        shown === 'live' && 'bg-[#0f3a22] text-[#8fe8b8]',
        (shown === 'connecting' || shown === 'reconnecting') && 'bg-[#3f300c] text-[#ffd45c]',
        shown === 'stale' && 'bg-[#5a1520] text-[#ffc2c8]',
      )}
    >
      {shown === 'live' && (
        <span aria-hidden="true" className="size-2.5 rounded-full bg-[#4ade80] ring-4 ring-[#4ade80]/25" />
      )}
      {(shown === 'connecting' || shown === 'reconnecting') && (
        <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
      )}
      {shown === 'stale' && <WifiOff aria-hidden="true" className="size-4" />}
      {t(status === 'refused' ? 'notLive' : shown, told)}
    </div>
  )
}
