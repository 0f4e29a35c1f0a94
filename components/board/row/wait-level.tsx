'use client'

import clsx from 'clsx/lite'
import type { Words } from '@/components/language/translator'
import type { WaitLevel } from '@/lib/board/model'
import { waitClock } from '@/lib/waits/model'

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
