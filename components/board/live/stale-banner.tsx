'use client'

import { useIsStale, useNewsAge } from '@/components/board/live/live-badge'
import type { LiveStream } from '@/components/board/live/live-stream'
import { useLiveState } from '@/components/board/live/use-live-board'
import { Button } from '@/components/ui/button'
import { RotateCw, WifiOff } from '@/components/ui/icons'
import { waitSpoken } from '@/lib/waits/model'

const bannerClass =
  'pointer-events-auto flex w-full max-w-4xl flex-wrap items-center gap-x-4 gap-y-3 rounded-card border-2 border-over bg-over-tint px-4 py-3 text-ink shadow-float'

function Counting({ stream }: { stream: LiveStream }) {
  return <span className="font-bold tabular-nums">{waitSpoken(useNewsAge(stream) ?? 0)}</span>
}

/**
 * Says loudly that the board cannot be trusted now, for how long, and what to do. It floats: rows must not move under a
 * finger.
 */
export function StaleBanner({ stream }: { stream: LiveStream }) {
  const { status } = useLiveState(stream)
  const isStale = useIsStale(stream)
  if (!isStale || status === 'refused') return null
  return (
    <div className={bannerClass}>
      <WifiOff aria-hidden="true" className="size-7 shrink-0 text-over" />
      <p className="min-w-0 flex-1 basis-64">
        <strong role="alert" className="block text-lg">
          This board is stale: new arrivals may be missing
        </strong>
        No word from the server for <Counting stream={stream} />. It reconnects by itself; check the Wi-Fi if it does
        not.
      </p>
      <Button tone="ink" size="board" onPress={stream.resync}>
        <RotateCw aria-hidden="true" className="size-5" />
        Try now
      </Button>
    </div>
  )
}
