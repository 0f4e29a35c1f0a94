'use client'

import { RotateCw, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsStale, useNewsAge } from '@/components/board/live/live-badge'
import type { LiveStream } from '@/components/board/live/live-stream'
import { useLiveState } from '@/components/board/live/use-live-board'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { waitSpoken } from '@/lib/waits/model'

const counting = (chunks: ReactNode) => <span className="font-bold tabular-nums">{chunks}</span>

const bannerClass =
  'pointer-events-auto flex w-full max-w-4xl flex-wrap items-center gap-x-4 gap-y-3 rounded-card border-2 border-over bg-over-tint px-4 py-3 text-ink shadow-float'

/**
 * Says loudly that the board cannot be trusted now, for how long, and what to do. It floats: rows must not move under a
 * finger.
 */
export function StaleBanner({ stream }: { stream: LiveStream }) {
  const t = useWords('board')
  const times = useWords('times')
  const { status } = useLiveState(stream)
  const isStale = useIsStale(stream)
  const seconds = useNewsAge(stream) ?? 0
  if (!isStale || status === 'refused') return null
  return (
    <div className={bannerClass}>
      <WifiOff aria-hidden="true" className="size-7 shrink-0 text-over" />
      <p className="min-w-0 flex-1 basis-64">
        <strong role="alert" className="block text-lg">
          {t('staleTitle')}
        </strong>
        {t.rich('staleText', { age: counting, wait: times(...waitSpoken(seconds)) })}
      </p>
      <Button tone="ink" size="board" onPress={stream.resync}>
        <RotateCw aria-hidden="true" className="size-5" />
        {t('tryNow')}
      </Button>
    </div>
  )
}
