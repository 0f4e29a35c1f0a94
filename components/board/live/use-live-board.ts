'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { LiveStream } from '@/components/board/live/live-stream'
import type { ServerClock } from '@/components/board/live/server-clock'
import { dismissAbout } from '@/components/ui/toast'
import { boardKeys, boardQuery, boardStreamAddress, type StoreRef, withNews, withStore } from '@/lib/board/queries'
import type { Board, BoardOrder } from '@/lib/board/schema'
import { elsewhereQuery } from '@/lib/escalations/queries'

// A tab that was in front all along has heard within a heartbeat, and needs no new connection.
const freshForMs = 6_000

// Where an order stands; a phone that tells a detail more changes nothing of it, and leaves the way to undo.
const placeOf = (order: BoardOrder) => `${order.status} ${order.section} ${order.isAcknowledged}`

/** What was said of an order is no longer so when the order stands elsewhere. */
function dismissOutdated(known: Board | undefined, news: BoardOrder[]): void {
  for (const order of news) {
    const old = known?.orders.find(({ serviceId }) => serviceId === order.serviceId)
    if (old && order.version > old.version && placeOf(order) !== placeOf(old)) dismissAbout(order.serviceId)
  }
}

// In a rush the next changes are drawn after a rest that is twice as long as drawing those before took: a quick device
// follows at once, a slow one stays free for fingers. Hidden, there are no frames to wait for.
const longestRestMs = 100

/** Lays news in together that come within a moment of each other. */
function inBatches(layIn: (orders: BoardOrder[], cursor: string) => void) {
  let waiting: BoardOrder[] | null = null
  let upTo = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (!waiting) return
    const orders = waiting
    waiting = null
    const from = performance.now()
    const own = setTimeout(flush, longestRestMs)
    timer = own
    layIn(orders, upTo)
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (timer !== own) return
        clearTimeout(own)
        timer = setTimeout(flush, Math.min(longestRestMs, 2 * (performance.now() - from)))
      }),
    )
  }
  return (orders: BoardOrder[], cursor: string) => {
    waiting = [...(waiting ?? []), ...orders]
    upTo = cursor
    if (!timer) flush()
  }
}

/** Keeps a store's board in the query cache live while the calling component is shown. */
export function useLiveBoard(store: StoreRef, clock: ServerClock): LiveStream {
  const queryClient = useQueryClient()
  const [stream] = useState(() => {
    const key = boardKeys.store(store)
    const layIn = (orders: BoardOrder[], cursor: string) => {
      dismissOutdated(queryClient.getQueryData<Board>(key), orders)
      queryClient.setQueryData<Board>(key, (board) => board && withNews(board, orders, cursor))
    }
    const layInBatches = inBatches(layIn)
    return new LiveStream({
      address: () => boardStreamAddress(store, queryClient.getQueryData<Board>(key)?.cursor ?? '0'),
      onOrders: layInBatches,
      onCursor: (cursor) => layInBatches([], cursor),
      onStore: (now) => queryClient.setQueryData<Board>(key, (board) => board && withStore(board, now)),
      onElsewhere: (stores) => queryClient.setQueryData(elsewhereQuery(store).queryKey, stores),
      onServerTime: (serverTime) => clock.noteServerTime(serverTime),
      readAnew: async () => {
        const known = queryClient.getQueryData<Board>(key)
        const { orders, serverTime } = await queryClient.fetchQuery({
          ...boardQuery(store),
          staleTime: 0,
          retry: false,
        })
        dismissOutdated(known, orders)
        clock.noteServerTime(serverTime)
      },
    })
  })

  useEffect(() => {
    stream.start()
    const onVisible = () => {
      const { status } = stream.getState()
      const isFresh = status === 'live' && Date.now() - stream.lastNewsMs < freshForMs
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
