'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ServerClock } from '@/components/board/live/server-clock'
import { Heartbeat } from '@/lib/board/schema'
import { reconnectWaitMs, staleAfterMs } from '@/lib/live/model'
import { layInStores, storesStreamAddress } from '@/lib/stores/queries'
import { StoresMessage } from '@/lib/stores/schema'

/**
 * One stream for all stores, laid into the query cache. Null while it is live, otherwise the server's time of its last
 * news, in milliseconds: the list is read anew then.
 */
export function useLiveStores(clock: ServerClock): number | null {
  const queryClient = useQueryClient()
  const [lostAtMs, setLostAtMs] = useState<number | null>(clock.startMs)
  useEffect(() => {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let losing: ReturnType<typeof setTimeout> | undefined
    let attempt = 0
    let lastNewsMs = clock.startMs
    const wait = (ms: number, then: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(then, ms)
    }
    const retry = () => {
      source?.close()
      setLostAtMs(lastNewsMs)
      wait(reconnectWaitMs(attempt, Math.random()), connect)
      attempt += 1
    }
    const heardSome = (serverTime: Date) => {
      attempt = 0
      clock.noteServerTime(serverTime)
      wait(staleAfterMs, retry)
    }
    const heardOfAll = (serverTime: Date) => {
      heardSome(serverTime)
      lastNewsMs = serverTime.getTime()
      setLostAtMs(null)
      clearTimeout(losing)
      losing = setTimeout(() => setLostAtMs(lastNewsMs), staleAfterMs)
    }
    function connect(): void {
      source?.close()
      const opened = new EventSource(storesStreamAddress)
      source = opened
      wait(staleAfterMs, retry)
      opened.addEventListener('stores', ({ data }: MessageEvent<string>) => {
        const { stores, isWhole, serverTime } = StoresMessage.parse(JSON.parse(data))
        layInStores(queryClient, { stores, isWhole })
        // Others may be out of sight meanwhile: that all are seen, heartbeats say.
        if (isWhole) heardOfAll(serverTime)
        else heardSome(serverTime)
      })
      opened.addEventListener('heartbeat', ({ data }: MessageEvent<string>) =>
        heardOfAll(Heartbeat.parse(JSON.parse(data)).serverTime),
      )
      opened.onerror = () => source === opened && retry()
    }
    connect()
    return () => {
      clearTimeout(timer)
      clearTimeout(losing)
      source?.close()
      source = undefined
    }
  }, [queryClient, clock])
  return lostAtMs
}
