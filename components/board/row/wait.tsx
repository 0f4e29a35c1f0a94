'use client'

import clsx from 'clsx'
import { useBoardSettings } from '@/components/board/board-context'
import { useClock } from '@/components/board/live/server-clock'
import { useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'
import { type WaitLevel, waitLevelOf } from '@/lib/board/model'
import { secondsBetween, waitClock, waitSpoken } from '@/lib/waits/model'

/** So many seconds of a limit: "5 min", "1:30". */
export function limitWords(seconds: number, times: Words<'times'>): string {
  const isWhole = seconds % 60 === 0 && seconds < 3_600
  return isWhole ? times('inMinutes', { minutes: seconds / 60 }) : times(...waitClock(seconds))
}

/** A level in words, "over 5 min" by what the store has set. */
export function levelWords(level: WaitLevel, { overSeconds }: { overSeconds: number }, times: Words<'times'>): string {
  return times(level, { limit: limitWords(overSeconds, times) })
}

/** The level's shape: a disc, a diamond, a triangle, a full triangle with a bar. Never the colour alone. */
export function LevelShape({ level, className }: { level: WaitLevel; className?: string }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" fill="currentColor" className={clsx('size-3 shrink-0', className)}>
      {level === 'onTime' && <circle cx="6" cy="6" r="5" />}
      {level === 'due' && <path d="M6 0 12 6 6 12 0 6Z" />}
      {level === 'late' && <path d="M6 2 10.500 10h-9Z" fill="none" stroke="currentColor" strokeWidth="2" />}
      {level === 'over' && <path d="M6 .5 12 11.500H0Z" />}
    </svg>
  )
}

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
