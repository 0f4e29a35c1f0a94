'use client'

import { createContext, use, useSyncExternalStore } from 'react'
import { nextSkewMs } from '@/lib/live/model'

/**
 * The server's time on this device, in whole ticks of the server's seconds: two tablets with wrong clocks show the same
 * wait, and every clock on a board moves in one beat.
 */
export class ServerClock {
  private skewMs: number
  private latchedMs: number
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly listeners = new Set<() => void>()

  constructor(readonly startMs: number) {
    this.latchedMs = startMs
    this.skewMs = startMs - Date.now()
  }

  /** The time of the last tick, in milliseconds. */
  readonly nowMs = (): number => this.latchedMs

  /** How far the server's clock is ahead of this device's, in milliseconds. */
  readonly aheadMs = (): number => this.skewMs

  /** Takes over what a message from the server says of its time. */
  noteServerTime(serverTime: Date): void {
    const skewMs = nextSkewMs(this.skewMs, serverTime, Date.now())
    if (skewMs === this.skewMs) return
    this.skewMs = skewMs
    this.tick()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    if (this.listeners.size === 1) this.tick()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size === 0) clearTimeout(this.timer)
    }
  }

  private tick(): void {
    clearTimeout(this.timer)
    if (this.listeners.size === 0) return
    this.latchedMs = Date.now() + this.skewMs
    for (const listener of this.listeners) listener()
    this.timer = setTimeout(() => this.tick(), 1000 - (this.latchedMs % 1000))
  }
}

const ClockContext = createContext<ServerClock | null>(null)
export const ClockProvider = ClockContext.Provider

function useServerClock(): ServerClock {
  const clock = use(ClockContext)
  if (!clock) throw new Error('Outside a board')
  return clock
}

/** What `read` makes of the server's time. Give it a text or a number: the component renders only when that changes. */
export function useClock<Value extends string | number | boolean | null>(read: (nowMs: number) => Value): Value {
  const clock = useServerClock()
  return useSyncExternalStore(
    clock.subscribe,
    () => read(clock.nowMs()),
    () => read(clock.startMs),
  )
}

/** How far the server's clock is ahead of this device's, in milliseconds; null while rendering on the server. */
export function useServerSkewMs(): number | null {
  const clock = useServerClock()
  return useSyncExternalStore<number | null>(clock.subscribe, clock.aheadMs, () => null)
}
