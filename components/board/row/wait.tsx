'use client'

import { useBoardSettings } from '@/components/board/board-context'
import { useClock } from '@/components/board/live/server-clock'
import { LevelShape, levelWords } from '@/components/board/row/wait-level'
import { useWords } from '@/components/language/language-provider'
import { type WaitLevel, waitLevelOf } from '@/lib/board/model'
import { secondsBetween, waitClock, waitSpoken } from '@/lib/waits/model'

/** How long this customer has waited, by the server's clock. */
export function useWaitLevel(arrivedAt: Date): WaitLevel {
  const { waits } = useBoardSettings()
  return useClock((nowMs) => waitLevelOf(secondsBetween(arrivedAt, nowMs), waits)) as WaitLevel
}

/** The wait as a clock with its word and shape, right-aligned to compare. */
export function Wait({ arrivedAt, isRinging }: { arrivedAt: Date; isRinging: boolean }) {
  const t = useWords('board')
  const times = useWords('times')
  const seconds = useClock((nowMs) => secondsBetween(arrivedAt, nowMs))
  const { waits } = useBoardSettings()
  const level = waitLevelOf(seconds, waits)
  return (
    <div className="flex flex-row-reverse items-center justify-between gap-x-3 text-(--level) @2xl:block @2xl:text-end">
      <div className="font-sign text-[34px] leading-none font-bold @2xl:text-[42px]">
        <span aria-hidden="true">{times(...waitClock(seconds))}</span>
        <span className="sr-only">{t('waiting', { wait: times(...waitSpoken(seconds)) })}</span>
      </div>
      <div className="flex min-w-0 items-center gap-1.5 text-sm leading-5 font-semibold whitespace-nowrap @2xl:mt-1 @2xl:justify-end">
        <LevelShape level={level} />
        <span className="truncate">
          {levelWords(level, waits, times)}
          {isRinging && <span className="@max-xs:hidden"> · {t('ringing')}</span>}
        </span>
      </div>
    </div>
  )
}
