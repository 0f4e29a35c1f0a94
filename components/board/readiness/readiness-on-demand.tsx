'use client'

import type { LiveStream } from '@/components/board/live/live-stream'
import { onDemand } from '@/components/ui/on-demand'

const Late = onDemand(
  () => import('@/components/board/readiness/readiness-button').then((m) => m.ReadinessButton),
  'when the page has settled',
)

/** In the header: whether this device is ready to call. Looked into when the board is live, in a place that is kept. */
export function ReadinessButton({ stream }: { stream: LiveStream }) {
  return (
    <div className="size-11 shrink-0">
      <Late stream={stream} />
    </div>
  )
}
