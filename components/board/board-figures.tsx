'use client'

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useClock } from '@/components/board/live/server-clock'
import { LevelShape } from '@/components/board/row/wait'
import { waitLevelOf, waitThresholdsSeconds } from '@/lib/board/model'
import { averageWaitSeconds } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'
import { secondsBetween, waitClock } from '@/lib/waits/model'

function Figure({
  seconds,
  value,
  label,
  className,
}: {
  seconds?: number
  value?: number
  label: ReactNode
  className?: string
}) {
  const level = seconds === undefined ? undefined : waitLevelOf(seconds)
  return (
    <div
      data-level={level}
      className={clsx(
        'flex min-w-0 flex-col justify-center rounded-card border border-line bg-card px-3 py-2 sm:flex-row sm:items-baseline sm:justify-start sm:gap-2.5 sm:px-4',
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
        {seconds === undefined ? (value ?? '–') : waitClock(seconds)}
      </dd>
    </div>
  )
}

/** Seconds that the longest waiting customer has waited; null when nobody waits. */
function useLongestWait(arrived: BoardOrder[]): number | null {
  const first = arrived[0]
  return useClock((nowMs) => (first ? secondsBetween(first.arrivedAt ?? first.createdAt, nowMs) : null))
}

type BoardFiguresProps = { arrived: BoardOrder[]; onTheWayCount: number; done: BoardOrder[] }

/** How the store stands, in four figures. */
export function BoardFigures({ arrived, onTheWayCount, done }: BoardFiguresProps) {
  const longest = useLongestWait(arrived)
  const average = averageWaitSeconds(done)
  return (
    <dl aria-label="Now" className="mb-5 grid grid-cols-3 gap-2 sm:gap-3 md:grid-cols-[1fr_1fr_1.7fr_1.2fr]">
      <Figure value={arrived.length} label="at the kerb" />
      <Figure value={onTheWayCount} label="on the way" />
      <Figure
        seconds={average ?? undefined}
        label={`24 h average · goal ${waitClock(waitThresholdsSeconds.due)}`}
        className="max-md:hidden"
      />
      <Figure seconds={longest ?? undefined} label="longest now" />
    </dl>
  )
}
