'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { byFrames } from '@/components/board/live/by-frames'
import { LiveStream } from '@/components/board/live/live-stream'
import { forgetBesideBoard } from '@/components/board/live/other-rules'
import type { ServerClock } from '@/components/board/live/server-clock'
import { dismissAbout } from '@/components/ui/toast'
import { partCursor } from '@/lib/board/model'
import {
  boardKeys,
  boardStreamAddress,
  keepKnown,
  letGo,
  readBoard,
  type StoreRef,
  withNews,
  withStore,
} from '@/lib/board/queries'
import type { Board, BoardOrder } from '@/lib/board/schema'
import { elsewhereQuery } from '@/lib/escalations/queries'

// A tab that was in front all along has heard within a heartbeat, and needs no new connection.
const freshForMs = 6_000

// Where an order stands; a phone that tells a detail more changes nothing of it, and leaves the way to undo.
const placeOf = (order: BoardOrder) => `${order.status} ${order.section} ${order.isAcknowledged}`

const oldOf = (board: Board | undefined, { serviceId }: BoardOrder) =>
  board?.orders.find((order) => order.serviceId === serviceId)

const hasMoved = (old: BoardOrder | undefined, order: BoardOrder) => !old || placeOf(order) !== placeOf(old)

/** What was said of an order is no longer so when the order stands elsewhere. */
function dismissOutdated(known: Board | undefined, news: BoardOrder[]): void {
  for (const order of news) {
    const old = oldOf(known, order)
    if (old && order.version > old.version && hasMoved(old, order)) dismissAbout(order.serviceId)
  }
}

const isInSight = ({ serviceId }: BoardOrder) =>
  document.querySelector(`li[data-service-id="${serviceId}"]:not([data-far])`) !== null

/** Keeps a store's board in the query cache live while the calling component is shown. */
export function useLiveBoard(store: StoreRef, clock: ServerClock): LiveStream {
  const queryClient = useQueryClient()
  const [stream] = useState(() => {
    const key = boardKeys.store(store)
    const known = () => queryClient.getQueryData<Board>(key)
    const news = byFrames(
      (order) => (hasMoved(oldOf(known(), order), order) ? 'now' : isInSight(order) ? 'soon' : 'later'),
      (orders, cursor) => {
        dismissOutdated(known(), orders)
        queryClient.setQueryData<Board>(key, (board) => board && withNews(board, orders, cursor))
      },
    )
    // Which reading of the board, and which was laid in last.
    let asked = 0
    let laidIn = 0
    // What stands on it no more is let go of by the server's time, which goes on no faster than this page's own: a clock that is
    // days ahead for a moment, here or there, takes nothing away.
    let aheadMs = Number.POSITIVE_INFINITY
    let lookedThroughMs = 0
    const letGoBy = (serverMs: number) => {
      const nowMs = performance.now()
      aheadMs = Math.min(aheadMs, serverMs - nowMs)
      if (nowMs < lookedThroughMs + 60_000) return
      lookedThroughMs = nowMs
      queryClient.setQueryData<Board>(key, (board) => board && letGo(board, nowMs + aheadMs))
    }
    return new LiveStream({
      address: () => boardStreamAddress(store, known()),
      maskedBy: () => known()?.maskedBy,
      isPart: () => known()?.cursor === partCursor,
      onOrders: news.add,
      onCursor: (cursor) => news.add([], cursor),
      onStore: (now) => queryClient.setQueryData<Board>(key, (board) => board && withStore(board, now)),
      onElsewhere: (stores) => queryClient.setQueryData(elsewhereQuery(store).queryKey, stores),
      onServerTime: (serverTime) => {
        clock.noteServerTime(serverTime)
        letGoBy(serverTime.getTime())
      },
      readAnew: async (isWanted) => {
        asked += 1
        const own = asked
        const read = await readBoard(store)
        // One that was asked for later is there already: this one may lack what that one has.
        if (!isWanted() || own < laidIn) return
        laidIn = own
        const before = known()
        queryClient.setQueryData<Board>(key, keepKnown(before, read))
        // What waits to be drawn is in it, or is told of again behind its cursor.
        news.clear()
        if (read.maskedBy !== before?.maskedBy) forgetBesideBoard(queryClient, store)
        dismissOutdated(before, read.orders)
        clock.noteServerTime(read.serverTime)
      },
    })
  })

  useEffect(() => {
    stream.start()
    const onVisible = () => {
      const { status } = stream.getState()
      const isFresh = status === 'live' && (stream.newsAgeMs ?? 0) < freshForMs
      if (document.visibilityState === 'visible' && !isFresh) stream.resync()
    }
    const onShow = (event: PageTransitionEvent) => event.persisted && stream.resync()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('pageshow', onShow)
    window.addEventListener('online', stream.resync)
    // What the browser believes is lost may be reachable, and the other way round: ask the server.
    window.addEventListener('offline', stream.resync)
    return () => {
      stream.stop()
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('pageshow', onShow)
      window.removeEventListener('online', stream.resync)
      window.removeEventListener('offline', stream.resync)
    }
  }, [stream])

  return stream
}

const whileRendering = { status: 'connecting' } as const

export function useLiveState(stream: LiveStream) {
  return useSyncExternalStore(stream.subscribe, stream.getState, () => whileRendering)
}
