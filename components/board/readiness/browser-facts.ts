'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DeviceFacts } from '@/lib/readiness/model'

const wholeScreen = '(display-mode: fullscreen), (display-mode: standalone)'

function onFullscreen(listener: () => void): () => void {
  const query = window.matchMedia(wholeScreen)
  document.addEventListener('fullscreenchange', listener)
  query.addEventListener('change', listener)
  return () => {
    document.removeEventListener('fullscreenchange', listener)
    query.removeEventListener('change', listener)
  }
}

function readFullscreen(): DeviceFacts['fullscreen'] {
  if (document.fullscreenElement || window.matchMedia(wholeScreen).matches) return 'on'
  return document.fullscreenEnabled ? 'off' : 'unavailable'
}

/** Whether the board has the whole screen, by its button or as an installed app. */
export function useFullscreen(): DeviceFacts['fullscreen'] {
  return useSyncExternalStore<DeviceFacts['fullscreen']>(onFullscreen, readFullscreen, () => null)
}

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  )
}

const readPermission = (): DeviceFacts['notifications'] =>
  typeof Notification === 'undefined' ? 'unavailable' : Notification.permission

const permissionListeners = new Set<() => void>()

function onPermission(listener: () => void): () => void {
  permissionListeners.add(listener)
  let status: PermissionStatus | undefined
  let isGone = false
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      if (isGone) return
      status = found
      found.addEventListener('change', listener)
    })
    // Not every browser tells of changes: the next look finds them.
    .catch(() => {})
  return () => {
    isGone = true
    permissionListeners.delete(listener)
    status?.removeEventListener('change', listener)
  }
}

export function useNotificationPermission(): DeviceFacts['notifications'] {
  return useSyncExternalStore<DeviceFacts['notifications']>(onPermission, readPermission, () => null)
}

/** Asks the person, from within a tap: a page that asks by itself is refused for good. */
export async function askForNotifications(): Promise<void> {
  await Notification.requestPermission()
  for (const listener of permissionListeners) listener()
}

// Of Chromium alone, and in no type library.
type Battery = EventTarget & { level: number; charging: boolean }
type WithBattery = Navigator & { getBattery?: () => Promise<Battery> }

export function useBattery(): DeviceFacts['battery'] {
  const [battery, setBattery] = useState<DeviceFacts['battery']>(null)
  useEffect(() => {
    let isGone = false
    let leave = () => {}
    const follow = (source: Battery) => {
      if (isGone) return
      const read = () => setBattery({ percent: Math.round(source.level * 100), isCharging: source.charging })
      read()
      source.addEventListener('levelchange', read)
      source.addEventListener('chargingchange', read)
      leave = () => {
        source.removeEventListener('levelchange', read)
        source.removeEventListener('chargingchange', read)
      }
    }
    ;(navigator as WithBattery)
      .getBattery?.()
      .then(follow)
      .catch(() => {})
    return () => {
      isGone = true
      leave()
    }
  }, [])
  return battery
}
