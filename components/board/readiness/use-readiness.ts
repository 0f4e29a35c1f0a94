'use client'

import { useQuery } from '@tanstack/react-query'
import { useMutedSeconds } from '@/components/board/alerting/device-settings'
import { useSound } from '@/components/board/alerting/sound-box'
import { useIsStale, useNewsAge } from '@/components/board/live/live-badge'
import type { LiveStream } from '@/components/board/live/live-stream'
import { useServerSkewMs } from '@/components/board/live/server-clock'
import { useLiveState } from '@/components/board/live/use-live-board'
import {
  useBattery,
  useFullscreen,
  useIsOnline,
  useNotificationPermission,
} from '@/components/board/readiness/browser-facts'
import { useWakeLock } from '@/components/board/readiness/wake-lock'
import { type Check, readinessOf } from '@/lib/readiness/model'
import { roundTripQuery } from '@/lib/readiness/queries'

/** Every check of this device, as it is now. The server's round trip is measured only while somebody looks. */
export function useReadiness(stream: LiveStream, isLooking: boolean): Check[] {
  const sound = useSound()
  const isMuted = useMutedSeconds() > 0
  const newsAge = useNewsAge(stream)
  const { status } = useLiveState(stream)
  const { data: roundTripMs = null } = useQuery({ ...roundTripQuery(), enabled: isLooking })
  return readinessOf({
    isSecure: typeof window === 'undefined' || window.isSecureContext,
    sound: sound === 'on' && isMuted ? 'muted' : sound,
    notifications: useNotificationPermission(),
    wakeLock: useWakeLock(),
    fullscreen: useFullscreen(),
    skewMs: useServerSkewMs(),
    newsAgeMs: newsAge === null ? null : newsAge * 1000,
    isStale: useIsStale(stream) || status === 'refused',
    isOnline: useIsOnline(),
    roundTripMs,
    battery: useBattery(),
  })
}
