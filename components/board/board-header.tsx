'use client'

import type { MouseEvent, ReactNode } from 'react'
import { LiveBadge } from '@/components/board/live/live-badge'
import type { LiveStream } from '@/components/board/live/live-stream'
import { useClock } from '@/components/board/live/server-clock'
import { ReadinessButton } from '@/components/board/readiness/readiness-on-demand'
import { useTimes } from '@/components/board/times'
import { usePublishedHeight } from '@/components/board/use-published-height'
import { useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'
import { AccountMenu } from '@/components/layout/account-menu-button'
import { BrandMark } from '@/components/layout/brand-mark'
import { ChevronsUpDown } from '@/components/ui/icons'
import { onDemand } from '@/components/ui/on-demand'
import { showToast } from '@/components/ui/toast'
import type { StaffAccount } from '@/lib/auth/schema'
import type { Board } from '@/lib/board/schema'

const RingingElsewhere = onDemand(
  () => import('@/components/board/elsewhere/ringing-elsewhere').then((m) => m.RingingElsewhere),
  'when the page has settled',
)

// Without a network the way out leads to the browser's own offline page, and there is no way back.
function stayWhenOffline(event: MouseEvent, t: Words<'board'>): void {
  if (navigator.onLine) return
  event.preventDefault()
  showToast({
    tone: 'bad',
    title: t('offline'),
    detail: t('offlineStay'),
  })
}

type BoardHeaderProps = {
  store: Board['store']
  /** null: nothing is known of it any more. */
  activeCount: number | null
  account: StaffAccount
  stream: LiveStream
  onShortcuts: () => void
  search: ReactNode
}

/** The store, its time, and whether the board is live: in sight wherever the board is scrolled to. */
export function BoardHeader({ store, activeCount, account, stream, onShortcuts, search }: BoardHeaderProps) {
  const headerRef = usePublishedHeight('--header')
  const t = useWords('board')
  const { weekdayAndTime } = useTimes()
  const stay = (event: MouseEvent) => stayWhenOffline(event, t)
  const time = useClock((nowMs) => weekdayAndTime(nowMs, store.timeZone))
  return (
    <header
      ref={headerRef}
      className="on-asphalt sticky top-0 [@media(max-height:480px)]:static z-20 flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:gap-x-4 md:flex-nowrap sm:px-5 sm:py-3"
    >
      <a href="/board" onClick={stay} aria-label={t('allStores')} className="shrink-0 rounded-chip">
        <BrandMark className="h-[38px] w-8 sm:h-[42px] sm:w-9" />
      </a>
      <div className="min-w-0 flex-1">
        <h1 className="min-w-0 text-[17px] leading-6 font-bold">
          <a
            href="/board"
            onClick={stay}
            aria-label={t('otherStore', { store: store.name })}
            className="touch-52 flex w-fit max-w-full items-center gap-1.5 rounded-chip"
          >
            <bdi dir="auto" className="truncate">
              {store.name}
            </bdi>
            <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-paint-soft" />
          </a>
        </h1>
        <p className="text-[13px] leading-5 text-paint-soft sm:truncate">
          {time}{' '}
          {activeCount !== null && <span className="whitespace-nowrap">· {t('active', { count: activeCount })}</span>}
        </p>
      </div>
      {search}
      <div className="order-last flex w-full flex-wrap gap-2 sm:order-none sm:flex-nowrap sm:w-auto sm:gap-4">
        <RingingElsewhere here={store} />
        <div className="flex-auto">
          <LiveBadge stream={stream} />
        </div>
      </div>
      <ReadinessButton stream={stream} />
      <AccountMenu
        account={account}
        onShortcuts={onShortcuts}
        triggerClassName="flex size-11 shrink-0 items-center justify-center rounded-control bg-asphalt-raised touch-52 hover:brightness-125"
      />
    </header>
  )
}
