'use client'

import clsx from 'clsx/lite'
import { BellRing, ChevronRight, LoaderCircle, MonitorOff } from 'lucide-react'
import Link, { useLinkStatus } from 'next/link'
import { useClock } from '@/components/board/live/server-clock'
import { LevelShape, levelWords } from '@/components/board/row/wait-level'
import { useWords } from '@/components/language/language-provider'
import { Chip } from '@/components/ui/chip'
import { type WaitLevel, waitLevelOf } from '@/lib/board/model'
import { boardPath } from '@/lib/board/queries'
import type { Told } from '@/lib/names/model'
import type { StoreSummary } from '@/lib/stores/schema'
import { secondsBetween, waitClock, waitSpoken } from '@/lib/waits/model'

function Going() {
  const t = useWords('stores')
  const { pending } = useLinkStatus()
  return pending ? (
    <LoaderCircle aria-label={t('opening')} className="size-5 shrink-0 animate-spin" />
  ) : (
    <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-soft rtl:-scale-x-100" />
  )
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <span className="flex items-baseline gap-1.5">
      <span className={clsx('font-sign text-[28px] leading-8 font-bold', value === 0 && 'text-soft')}>{value}</span>
      <span className="text-sm text-soft">{label}</span>
    </span>
  )
}

function LongestWait({ since, waits }: { since: Date; waits: StoreSummary['waits'] }) {
  const t = useWords('stores')
  const times = useWords('times')
  const seconds = useClock((nowMs) => secondsBetween(since, nowMs))
  const level: WaitLevel = waitLevelOf(seconds, waits)
  return (
    <span data-level={level} className="flex items-baseline gap-1.5 text-(--level)">
      <LevelShape level={level} className="size-3.5! self-center" />
      <span aria-hidden="true" className="font-sign text-[28px] leading-8 font-bold">
        {times(...waitClock(seconds))}
      </span>
      <span className="sr-only">{t('longestWait', { wait: times(...waitSpoken(seconds)) })}, </span>
      <span className="text-sm font-semibold">{levelWords(level, waits, times)}</span>
    </span>
  )
}

/** A store's board, one tap away: who is there, whether it rings, and whether anybody looks. */
export function StoreCard({ store }: { store: Told<StoreSummary> }) {
  const t = useWords('stores')
  const { label, isNew, ringing, hasBoard, arrived, onTheWay, longestSince, waits } = store
  const isActive = arrived + onTheWay > 0
  return (
    <li data-store={store.destinationId}>
      <Link
        href={boardPath(store)}
        prefetch={false}
        className={clsx(
          'flex h-full min-h-26 items-center gap-4 rounded-card border bg-card py-4 pe-4 ps-5',
          ringing > 0 ? 'border-2 border-over' : 'border-line hover:border-edge',
        )}
      >
        <span className="flex min-w-0 flex-1 flex-col gap-2">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <bdi dir="auto" className="min-w-0 text-lg leading-6 font-bold wrap-anywhere">
              {label}
            </bdi>
            {isNew && <Chip tone="way">{t('new')}</Chip>}
            {ringing > 0 && (
              <Chip tone="over">
                <BellRing aria-hidden="true" className="size-4 shrink-0" />
                {t('ringing', { count: ringing })}
              </Chip>
            )}
            {isActive && !hasBoard && (
              <Chip tone="late">
                <MonitorOff aria-hidden="true" className="size-4 shrink-0" />
                {t('noBoard')}
              </Chip>
            )}
          </span>
          <span className="flex flex-wrap gap-x-5">
            <Figure value={arrived} label={t('atTheKerb')} />
            <Figure value={onTheWay} label={t('onTheWay')} />
            {longestSince && <LongestWait since={longestSince} waits={waits} />}
          </span>
        </span>
        <Going />
      </Link>
    </li>
  )
}
