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

// Asking the browser takes longer than drawing a row: it is asked when it may have changed.
let permission: DeviceFacts['notifications'] = null

const askPermission = (): DeviceFacts['notifications'] =>
  typeof Notification === 'undefined' ? 'unavailable' : Notification.permission

function readPermission(): DeviceFacts['notifications'] {
  permission ??= askPermission()
  return permission
}

const permissionListeners = new Set<() => void>()

function onPermission(told: () => void): () => void {
  const listener = () => {
    permission = askPermission()
    told()
  }
  listener()
  permissionListeners.add(listener)
  // Not every browser tells of changes: whoever made one comes back to the page.
  window.addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  let status: PermissionStatus | undefined
  let isGone = false
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      if (isGone) return
      status = found
      found.addEventListener('change', listener)
    })
    .catch(() => {})
  return () => {
    isGone = true
    permissionListeners.delete(listener)
    window.removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
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
