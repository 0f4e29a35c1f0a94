'use client'

import { onDemand } from '@/components/ui/on-demand'

export const BayChips = onDemand(() => import('@/components/board/bays/bay-chips').then((m) => m.BayChips))
