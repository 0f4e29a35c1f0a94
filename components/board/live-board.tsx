'use client'

import clsx from 'clsx/lite'
import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import { Alerting } from '@/components/board/alerting/alerting'
import { BoardContextProvider, type LastTap } from '@/components/board/board-context'
import { BoardFigures } from '@/components/board/board-figures'
import { BoardHeader } from '@/components/board/board-header'
import { BoardSections } from '@/components/board/board-sections'
import { useBoardKeys } from '@/components/board/keys/use-board-keys'
import { useIsStale } from '@/components/board/live/live-badge'
import type { LiveStream } from '@/components/board/live/live-stream'
import { ClockProvider, ServerClock } from '@/components/board/live/server-clock'
import { StaleBanner } from '@/components/board/live/stale-banner'
import { useLiveBoard, useLiveState } from '@/components/board/live/use-live-board'
import { RingingNotice } from '@/components/board/ringing-notice'
import { SearchField } from '@/components/board/search/search-field'
import { SearchWordsProvider } from '@/components/board/search/search-words'
import { SearchSummary } from '@/components/board/search/summary-on-demand'
import { useBoardSearch } from '@/components/board/search/use-board-search'
import { useAlike } from '@/components/board/standing/use-alike'
import { useHandOffCheck } from '@/components/board/standing/use-hand-off-check'
import { useReading } from '@/components/board/standing/use-reading'
import { useOnBoard } from '@/components/board/use-on-board'
import { useOrderActions } from '@/components/board/use-order-actions'
import { usePublishedHeight } from '@/components/board/use-published-height'
import { useRenderedBoard } from '@/components/board/use-rendered-board'
import { useSections } from '@/components/board/use-sections'
import { useWords } from '@/components/language/language-provider'
import { beginAnew } from '@/components/layout/use-same-viewer'
import { onDemand } from '@/components/ui/on-demand'
import { useNoEchoOnBoard } from '@/components/ui/use-no-echo'
import { withPending } from '@/lib/actions/queries'
import type { StaffAccount } from '@/lib/auth/schema'
import { partCursor } from '@/lib/board/model'
import { rings, type StoreRef } from '@/lib/board/queries'
import type { Board, BoardOrder } from '@/lib/board/schema'

const CheatSheet = onDemand(() => import('@/components/board/keys/cheat-sheet').then((m) => m.CheatSheet))
const RefusedBoard = onDemand(() => import('@/components/board/live/refused-board').then((m) => m.RefusedBoard))

const EmptyBoard = onDemand(() => import('@/components/board/empty-board').then((m) => m.EmptyBoard))
const QuietNotices = onDemand(
  () => import('@/components/board/quiet-notices').then((m) => m.QuietNotices),
  'when the page has settled',
)

const nobody: BoardOrder[] = []

// Not looked at for a letter typed, a heartbeat, or a change that is not theirs.
const Sections = memo(BoardSections)
const SteadyHeader = memo(BoardHeader)
const SteadyFigures = memo(BoardFigures)
const SteadyNotice = memo(RingingNotice)
const SteadyBanner = memo(StaleBanner)
const SteadyAlerting = memo(Alerting)

type LoadedProps = { board: Board; account: StaffAccount; stream: LiveStream; clock: ServerClock }

function LoadedBoard({ board: { store, orders: told, cursor, maskedBy }, account, stream, clock }: LoadedProps) {
  const t = useWords('board')
  const { perform: performNow, undoLast, pending } = useOrderActions(store, account.name, clock, stream)
  const present = useOnBoard(told)
  const orders = useMemo(() => withPending(present, pending), [present, pending])
  const { timeZone, settings } = store
  const sections = useSections(orders)
  const ringing = useMemo(() => sections.Arrived.filter(rings), [sections.Arrived])
  const search = useBoardSearch(maskedBy)
  const { alikeOf, alikeNow } = useAlike(orders, settings.ticketFace)
  const { asked, perform, leaveAsking } = useHandOffCheck(performNow, alikeNow, orders)
  const { reading, standing } = useReading(sections, { orders, words: search.words, alikeOf, asked, settings })
  const isStale = useIsStale(stream)
  const { status, refusal } = useLiveState(stream)
  const isRefused = status === 'refused' && refusal !== undefined
  const [lastTap] = useState<LastTap>(() => ({ atMs: Number.NEGATIVE_INFINITY, serviceId: '', action: null }))
  const context = useMemo(
    () => ({ timeZone, settings, maskedBy, perform, leaveAsking, lastTap }),
    [timeZone, settings, maskedBy, perform, leaveAsking, lastTap],
  )
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const openSheet = useCallback(() => setIsSheetOpen(true), [])
  const searchField = useMemo(() => <SearchField {...search} />, [search])
  useBoardKeys({ orders, perform, undoLast, onHelp: openSheet, t })
  useNoEchoOnBoard(store.destinationId)
  const noticesRef = usePublishedHeight('--float')
  // What a page has brought along in part has no count, and is not empty.
  const isPart = cursor === partCursor
  const activeCount = isRefused || isPart ? null : orders.length - sections.Done.length
  return (
    <BoardContextProvider value={context}>
      <div className="board-scale" data-refused={isRefused || undefined}>
        <SteadyHeader
          store={store}
          activeCount={activeCount}
          account={account}
          stream={stream}
          onShortcuts={openSheet}
          search={searchField}
        />
        <main className="px-3 pt-3.5 pb-[max(11rem,calc(var(--float,0px)+2.5rem))] sm:px-5">
          {isRefused && <RefusedBoard store={store} refusal={refusal} account={account} />}
          {!isRefused && (
            <div className={clsx('transition-[filter]', (isStale || isPart) && 'stale')}>
              <SteadyFigures
                arrived={sections.Arrived}
                onTheWay={sections.OnTheWay}
                done={sections.Done}
                timeZone={timeZone}
              />
              {orders.length === 0 && !isPart && <EmptyBoard />}
              <SearchSummary query={search.query} found={reading.found} hidden={reading.hidden} clear={search.clear} />
              {orders.length > 0 && (
                <SearchWordsProvider value={search.words}>
                  <Sections reading={reading} standing={standing} words={search.words} clear={search.clear} />
                </SearchWordsProvider>
              )}
            </div>
          )}
        </main>
        <section
          ref={noticesRef}
          aria-label={t('notices')}
          className="pointer-events-none fixed inset-x-3 bottom-2 z-30 flex flex-col items-center gap-2 sm:bottom-5 sm:gap-3"
        >
          <SteadyNotice ringing={isRefused ? nobody : ringing} />
          {!isRefused && (
            <QuietNotices store={store} account={account} sections={sections} isRinging={ringing.length > 0} />
          )}
          <SteadyBanner stream={stream} />
          {!isRefused && <SteadyAlerting ringing={ringing} storeName={store.name} />}
        </section>
        {isSheetOpen && <CheatSheet isOpen onOpenChange={setIsSheetOpen} />}
      </div>
    </BoardContextProvider>
  )
}

/** A store's board: live, and honest about how live it is. */
export function LiveBoard({
  store,
  account,
  rendered,
  renderedAtMs,
}: {
  store: StoreRef
  account: StaffAccount
  rendered: Board
  renderedAtMs: number
}) {
  const [clock] = useState(() => new ServerClock(renderedAtMs))
  const stream = useLiveBoard(store, clock)
  const board = useRenderedBoard(store, rendered)
  // What the page has brought along is on the board by now; what is taken from there later is to be nowhere else.
  useEffect(() => {
    for (const script of [...document.scripts]) if (script.text.includes('__next_f')) script.remove()
  }, [])
  // From a person nothing is hidden: it is a tablet's board by now (use-same-viewer.ts).
  const isAnothers = !account.isTablet && board.maskedBy !== rendered.maskedBy
  useEffect(() => {
    if (isAnothers) beginAnew()
  }, [isAnothers])
  return (
    <ClockProvider value={clock}>
      {/* Anew where other rules hide: names may stand in what it has said, asks, or was doing. */}
      <LoadedBoard key={board.maskedBy} board={board} account={account} stream={stream} clock={clock} />
    </ClockProvider>
  )
}
