'use client'

import { onDemand } from '@/components/ui/on-demand'

export const HandOffQuestion = onDemand(() =>
  import('@/components/board/standing/hand-off-question').then((m) => m.HandOffQuestion),
)
