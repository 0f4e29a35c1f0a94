'use client'

import { useBoardSettings } from '@/components/board/board-context'
import { useClock } from '@/components/board/live/server-clock'
import { useWords } from '@/components/language/language-provider'
import { Chip } from '@/components/ui/chip'
import { CalendarClock } from '@/components/ui/icons'
import type { BoardOrder } from '@/lib/board/schema'
import { shouldPrepare } from '@/lib/preparing/model'

/** Says on the row that the customer is near. It ends by itself when the customer is here. */
export function PrepareChip({ order }: { order: BoardOrder }) {
  const t = useWords('board')
  const { preparationSeconds } = useBoardSettings()
  const isWanted = useClock((nowMs) => shouldPrepare(order, preparationSeconds, nowMs))
  if (!isWanted) return null
  return (
    <Chip tone="due">
      <CalendarClock aria-hidden="true" className="size-4 shrink-0" />
      {t('startPreparing')}
    </Chip>
  )
}
