'use client'

import { useEffect } from 'react'
import { deviceSettings } from '@/components/board/alerting/device-settings'
import { soundBox } from '@/components/board/alerting/sound-box'
import { repeatMs, takeOverMs } from '@/lib/alerting/model'

const turn = 'baycall-tone'

/** Rings now and every 2 s, until it is called off. */
function ringUntil(calledOff: AbortSignal): Promise<void> {
  if (calledOff.aborted) return Promise.resolve()
  const ring = () => {
    const { tone, volume } = deviceSettings()
    soundBox.ring(tone, volume)
  }
  ring()
  const timer = setInterval(ring, repeatMs)
  return new Promise((resolve) => {
    const stop = () => {
      clearInterval(timer)
      soundBox.silence()
      resolve()
    }
    calledOff.addEventListener('abort', stop, { once: true })
  })
}

/**
 * Rings in one tab of the browser at a time: whoever holds the lock. A tab that closes or falls silent passes it on.
 * Where the browser has no locks (they want https) every tab rings: rather twice than not at all.
 */
async function ringInTurn(calledOff: AbortSignal): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return ringUntil(calledOff)
  const rang = await locks.request(turn, { ifAvailable: true }, async (lock) => {
    if (lock) await ringUntil(calledOff)
    return lock !== null
  })
  if (rang || calledOff.aborted) return
  await locks.request(turn, { signal: calledOff }, async () => {
    await new Promise((resolve) => setTimeout(resolve, takeOverMs))
    await ringUntil(calledOff)
  })
}

/** Repeats this device's tone while it is wanted. */
export function useTone(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const given = new AbortController()
    // Given up while waiting; or locks are refused, as in a frame of another site: then it rings by itself.
    ringInTurn(given.signal).catch(() => ringUntil(given.signal))
    return () => given.abort()
  }, [isWanted])
}

/** Any tap or key that reaches the page unlocks the sound, and so does coming back to it where the browser allows. */
export function useUnlockOnAnyTap(): void {
  useEffect(() => {
    const unlock = () => void soundBox.unlock()
    const types = ['pointerup', 'keydown', 'click'] as const
    for (const type of types) document.addEventListener(type, unlock, { capture: true })
    document.addEventListener('visibilitychange', unlock)
    return () => {
      for (const type of types) document.removeEventListener(type, unlock, { capture: true })
      document.removeEventListener('visibilitychange', unlock)
    }
  }, [])
}
