'use client'

import { useSyncExternalStore } from 'react'
import { useClock } from '@/components/board/live/server-clock'
import { type DeviceSettings, defaultSettings, mutedForMs, settingsFrom } from '@/lib/alerting/model'

/**
 * Tone, volume and mute belong to the device, not to whoever is signed in or to the store: the one thing that is kept in
 * localStorage. Every tab of the browser hears of a change.
 */
const place = 'baycall.device'
const listeners = new Set<() => void>()
let known: DeviceSettings | null = null

function readPlace(): string | null {
  try {
    return localStorage.getItem(place)
  } catch {
    // Storage is switched off: the settings last as long as the tab.
    return null
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}

function onStorage({ key }: StorageEvent): void {
  // Without a key all has been cleared.
  if (key !== null && key !== place) return
  known = null
  tell()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

export function deviceSettings(): DeviceSettings {
  known ??= settingsFrom(readPlace())
  return known
}

export function changeDeviceSettings(change: Partial<DeviceSettings>): void {
  known = { ...deviceSettings(), ...change }
  try {
    localStorage.setItem(place, JSON.stringify(known))
  } catch {
    // Not kept, but in force.
  }
  tell()
}

export function mute(minutes: number): void {
  changeDeviceSettings({ mutedUntilMs: Date.now() + minutes * 60_000 })
}

export function unmute(): void {
  changeDeviceSettings({ mutedUntilMs: 0 })
}

export function useDeviceSettings(): DeviceSettings {
  return useSyncExternalStore(subscribe, deviceSettings, () => defaultSettings)
}

/** How many seconds the tone stays muted; 0 when it is not. */
export function useMutedSeconds(): number {
  const settings = useDeviceSettings()
  return useClock(() => Math.ceil(mutedForMs(settings, Date.now()) / 1000))
}
