'use client'

import clsx from 'clsx/lite'
import { type ReactNode, useMemo } from 'react'
import { useBoardSettings } from '@/components/board/board-context'
import { useClock } from '@/components/board/live/server-clock'
import { usePreparing } from '@/components/board/preparing/use-preparing'
import { LevelShape, levelWords, limitWords } from '@/components/board/row/wait-level'
import { startOfDay } from '@/components/board/times'
import { useWords } from '@/components/language/language-provider'
import { type WaitLevel, waitLevelOf } from '@/lib/board/model'
import { averageWaitSeconds } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'
import { secondsBetween, waitClock } from '@/lib/waits/model'

function Figure({
  seconds,
  value,
  level,
  label,
  className,
}: {
  seconds?: number
  value?: number
  level?: WaitLevel
  label: ReactNode
  className?: string
}) {
  const times = useWords('times')
  return (
    <div
      data-level={level}
      className={clsx(
        'flex min-w-0 flex-col justify-center rounded-card border border-line bg-card px-3 py-2 sm:min-h-[76px] sm:flex-row sm:items-center sm:justify-start sm:gap-2.5 sm:px-4',
        className,
      )}
    >
      <dt className="order-last min-w-0 text-sm leading-5 font-medium text-soft">{label}</dt>
      <dd
        className={clsx(
          'flex items-baseline gap-1.5 font-sign text-[28px] leading-9 sm:text-[32px] sm:leading-10 font-bold',
          level && 'text-(--level)',
        )}
      >
        {level && <LevelShape level={level} className="size-3.5! self-center" />}
        {seconds === undefined ? (value ?? '–') : times(...waitClock(seconds))}
      </dd>
    </div>
  )
}

/** Seconds that the longest waiting customer has waited; null when nobody waits. */
function useLongestWait(arrived: BoardOrder[]): number | null {
  const first = arrived[0]
  return useClock((nowMs) => (first ? secondsBetween(first.arrivedAt ?? first.createdAt, nowMs) : null))
}

/** The hand-overs since the store's midnight. */
function useToday(done: BoardOrder[], timeZone: string): BoardOrder[] {
  const sinceMs = useClock((nowMs) => startOfDay(nowMs, timeZone))
  return useMemo(() => done.filter(({ closedAt }) => closedAt && closedAt.getTime() >= sinceMs), [done, sinceMs])
}

type BoardFiguresProps = {
  arrived: BoardOrder[]
  onTheWay: BoardOrder[]
  done: BoardOrder[]
  timeZone: string
}

/** How the store stands, in four figures. */
export function BoardFigures({ arrived, onTheWay, done, timeZone }: BoardFiguresProps) {
  const t = useWords('board')
  const times = useWords('times')
  const longest = useLongestWait(arrived)
  const preparingCount = usePreparing(onTheWay).length
  const today = useToday(done, timeZone)
  const average = useMemo(() => averageWaitSeconds(today), [today])
  const { waits, goalSeconds } = useBoardSettings()
  const isWithinGoal = average !== null && average <= goalSeconds
  const longestLevel = longest === null ? undefined : waitLevelOf(longest, waits)
  return (
    <dl
      aria-label={t('now')}
      className="mb-5 grid grid-cols-2 gap-2 sm:gap-3 md:grid-cols-[0.8fr_0.8fr_1.5fr_1.35fr] max-md:[&>div]:py-1"
    >
      <Figure value={arrived.length} label={t('atTheKerb')} />
      <Figure value={onTheWay.length} label={t('onTheWayNow', { preparing: preparingCount })} />
      <Figure
        seconds={average ?? undefined}
        level={average === null ? undefined : isWithinGoal ? 'onTime' : 'over'}
        label={t('averageGoal', {
          goal: limitWords(goalSeconds, times),
          verdict: average === null ? 'none' : isWithinGoal ? 'within' : 'missed',
        })}
      />
      <Figure
        seconds={longest ?? undefined}
        level={longestLevel}
        label={t('longest', {
          level: longestLevel ?? 'none',
          words: longestLevel ? levelWords(longestLevel, waits, times) : '',
        })}
      />
    </dl>
  )
}
