'use client'

import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useMemo, useState } from 'react'
import { Alerting } from '@/components/board/alerting/alerting'
import { BoardContextProvider } from '@/components/board/board-context'
import { BoardFigures } from '@/components/board/board-figures'
import { BoardHeader } from '@/components/board/board-header'
import { BoardSection, NothingHere } from '@/components/board/board-section'
import { EmptyBoard } from '@/components/board/empty-board'
import { useIsStale } from '@/components/board/live/live-badge'
import type { LiveStream } from '@/components/board/live/live-stream'
import { RefusedBoard } from '@/components/board/live/refused-board'
import { ClockProvider, ServerClock, useClock } from '@/components/board/live/server-clock'
import { StaleBanner } from '@/components/board/live/stale-banner'
import { useLiveBoard, useLiveState } from '@/components/board/live/use-live-board'
import { RingingNotice } from '@/components/board/ringing-notice'
import { ArrivedRow } from '@/components/board/row/arrived-row'
import { DoneRow } from '@/components/board/row/done-row'
import { WayRow } from '@/components/board/row/way-row'
import { useOrderActions } from '@/components/board/use-order-actions'
import { usePublishedHeight } from '@/components/board/use-published-height'
import { ErrorState } from '@/components/ui/error-state'
import type { StaffAccount } from '@/lib/auth/schema'
import { boardQuery, bySection, rings, type StoreRef, withPending } from '@/lib/board/queries'
import type { Board, BoardOrder } from '@/lib/board/schema'

const nobody: BoardOrder[] = []

const rowsClass = 'flex flex-col gap-2.5'

function Sections({ sections }: { sections: ReturnType<typeof bySection> }) {
  const { Arrived, OnTheWay, Expected, Done } = sections
  return (
    <div className="min-[1360px]:grid min-[1360px]:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)] min-[1360px]:gap-x-6">
      <BoardSection title="Arrived" count={Arrived.length} headingId="arrived">
        {Arrived.length === 0 && <NothingHere>Nobody is waiting. The next arrival appears and rings here.</NothingHere>}
        <ul className="flex flex-col gap-3">
          {Arrived.map((order) => (
            <ArrivedRow key={order.serviceId} order={order} />
          ))}
        </ul>
      </BoardSection>
      <div>
        <BoardSection title="On the way" count={OnTheWay.length}>
          {OnTheWay.length === 0 && <NothingHere>Nobody is on the way.</NothingHere>}
          <ul className={rowsClass}>
            {OnTheWay.map((order) => (
              <WayRow key={order.serviceId} order={order} />
            ))}
          </ul>
        </BoardSection>
        <BoardSection title="Expected" count={Expected.length} collapsible>
          {Expected.length === 0 && <NothingHere>No registered orders.</NothingHere>}
          <ul className={rowsClass}>
            {Expected.map((order) => (
              <WayRow key={order.serviceId} order={order} />
            ))}
          </ul>
        </BoardSection>
        <BoardSection title="Done" count={Done.length} collapsible>
          {Done.length === 0 && <NothingHere>What is handed over stays here for 24 hours.</NothingHere>}
          <ul className={rowsClass}>
            {Done.map((order) => (
              <DoneRow key={order.serviceId} order={order} />
            ))}
          </ul>
        </BoardSection>
      </div>
    </div>
  )
}

// Done keeps 24 hours: looked at once a minute.
const useMinute = () => useClock((nowMs) => Math.floor(nowMs / 60_000)) * 60_000

function useSections(orders: BoardOrder[]) {
  const minuteMs = useMinute()
  return useMemo(() => bySection(orders, minuteMs), [orders, minuteMs])
}

type LoadedProps = { board: Board; account: StaffAccount; stream: LiveStream; clock: ServerClock }

function LoadedBoard({ board: { store, orders: told }, account, stream, clock }: LoadedProps) {
  const { act, pending } = useOrderActions(store, account.name, clock, stream.check)
  const orders = useMemo(() => withPending(told, pending), [told, pending])
  const sections = useSections(orders)
  const ringing = useMemo(() => sections.Arrived.filter(rings), [sections])
  const isStale = useIsStale(stream)
  const { status, refusal } = useLiveState(stream)
  const isRefused = status === 'refused' && refusal !== undefined
  const [lastTap] = useState(() => ({ atMs: Number.NEGATIVE_INFINITY, serviceId: '', action: null }))
  const context = useMemo(() => ({ timeZone: store.timeZone, act, lastTap }), [store.timeZone, act, lastTap])
  const noticesRef = usePublishedHeight('--float')
  const activeCount = orders.length - sections.Done.length
  return (
    <BoardContextProvider value={context}>
      <div className="board-scale">
        <BoardHeader store={store} activeCount={activeCount} account={account} stream={stream} />
        <main className="px-3 pt-3.5 pb-[max(11rem,calc(var(--float,0px)+2.5rem))] sm:px-5">
          {isRefused && <RefusedBoard refusal={refusal} />}
          {!isRefused && (
            <div className={clsx('transition-[filter]', isStale && 'stale')}>
              <BoardFigures arrived={sections.Arrived} onTheWayCount={sections.OnTheWay.length} done={sections.Done} />
              {orders.length === 0 && <EmptyBoard />}
              {orders.length > 0 && <Sections sections={sections} />}
            </div>
          )}
        </main>
        <section
          ref={noticesRef}
          aria-label="Notices"
          className="pointer-events-none fixed inset-x-3 bottom-3 z-30 flex flex-col items-center gap-3 sm:bottom-5"
        >
          <RingingNotice ringing={isRefused ? nobody : ringing} storeName={store.name} />
          <StaleBanner stream={stream} />
          <Alerting ringing={isRefused ? nobody : ringing} />
        </section>
      </div>
    </BoardContextProvider>
  )
}

/** A store's board: live, and honest about how live it is. */
export function LiveBoard({
  store,
  account,
  renderedAtMs,
}: {
  store: StoreRef
  account: StaffAccount
  renderedAtMs: number
}) {
  const [clock] = useState(() => new ServerClock(renderedAtMs))
  const stream = useLiveBoard(store, clock)
  const { data: board, error, refetch } = useQuery(boardQuery(store))
  return (
    <ClockProvider value={clock}>
      {board && <LoadedBoard board={board} account={account} stream={stream} clock={clock} />}
      {!board && error && (
        <main className="p-5">
          <ErrorState title="The board could not be loaded" error={error} onRetry={() => void refetch()} />
        </main>
      )}
    </ClockProvider>
  )
}
