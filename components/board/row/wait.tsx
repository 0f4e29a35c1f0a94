'use client'

import clsx from 'clsx'
import { useBoardSettings } from '@/components/board/board-context'
import { useClock } from '@/components/board/live/server-clock'
import { type WaitLevel, waitLevelOf } from '@/lib/board/model'
import { secondsBetween, waitClock, waitSpoken } from '@/lib/waits/model'

/** A level in words, "over 5 min" by what the store has set. */
export function levelWords(level: WaitLevel, { overSeconds }: { overSeconds: number }): string {
  const isWhole = overSeconds % 60 === 0 && overSeconds < 3_600
  const words = { onTime: 'on time', due: 'due now', late: 'late' }
  return level === 'over' ? `over ${isWhole ? `${overSeconds / 60} min` : waitClock(overSeconds)}` : words[level]
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
  const seconds = useClock((nowMs) => secondsBetween(arrivedAt, nowMs))
  const { waits } = useBoardSettings()
  const level = waitLevelOf(seconds, waits)
  return (
    <div className="flex flex-row-reverse items-center justify-between gap-x-3 text-(--level) @2xl:block @2xl:text-right">
      <div className="font-sign text-[34px] leading-none font-bold @2xl:text-[42px]">
        <span aria-hidden="true">{waitClock(seconds)}</span>
        <span className="sr-only">Waiting {waitSpoken(seconds)}</span>
      </div>
      <div className="flex items-center gap-1.5 text-sm leading-5 font-semibold whitespace-nowrap @2xl:mt-1 @2xl:justify-end">
        <LevelShape level={level} />
        <span>
          {levelWords(level, waits)}
          {isRinging && <span className="@max-xs:hidden"> · ringing</span>}
        </span>
      </div>
    </div>
  )
}
