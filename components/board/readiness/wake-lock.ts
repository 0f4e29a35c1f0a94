'use client'

import { useEffect, useSyncExternalStore } from 'react'
import type { DeviceFacts } from '@/lib/readiness/model'

type State = DeviceFacts['wakeLock']

const askAgainMs = 5_000

let state: State = null
let sentinel: WakeLockSentinel | null = null
let isAsking = false
let users = 0
const listeners = new Set<() => void>()

function set(next: State): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** Asks for the screen to stay on, if it is not kept already. The browser refuses while the page is hidden. */
export async function keepAwake(): Promise<void> {
  if (!('wakeLock' in navigator)) return set('unavailable')
  if (isAsking || sentinel || document.visibilityState !== 'visible') return
  isAsking = true
  try {
    const lock = await navigator.wakeLock.request('screen')
    // Left while the browser was asked.
    if (users === 0) return void lock.release()
    sentinel = lock
    // Taken away whenever the page is hidden, and when the battery runs low.
    lock.addEventListener('release', () => {
      if (sentinel !== lock) return
      sentinel = null
      set('released')
    })
    set('held')
  } catch {
    set('released')
    // Refused while the page is coming up, or by a low battery: asked again while the board is shown.
    if (users > 0) setTimeout(() => users > 0 && void keepAwake(), askAgainMs)
  } finally {
    isAsking = false
  }
}

/** Keeps the screen on while the calling component is shown and its page in front. */
export function useKeepAwake(): void {
  useEffect(() => {
    const keep = () => void keepAwake()
    users += 1
    keep()
    document.addEventListener('visibilitychange', keep)
    return () => {
      document.removeEventListener('visibilitychange', keep)
      users -= 1
      void sentinel?.release()
      sentinel = null
      set(null)
    }
  }, [])
}

export function useWakeLock(): State {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
    () => null,
  )
}
