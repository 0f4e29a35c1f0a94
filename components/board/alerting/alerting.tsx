'use client'

import { useMutedSeconds } from '@/components/board/alerting/device-settings'
import { useSound } from '@/components/board/alerting/sound-box'
import { useAppBadge } from '@/components/board/alerting/use-app-badge'
import { useCalm } from '@/components/board/alerting/use-calm'
import { useTone, useUnlockOnAnyTap } from '@/components/board/alerting/use-tone'
import { useKeepAwake } from '@/components/board/readiness/wake-lock'
import { onDemand } from '@/components/ui/on-demand'
import { shouldSound } from '@/lib/alerting/model'
import type { BoardOrder } from '@/lib/board/schema'

const Notifications = onDemand(
  () => import('@/components/board/alerting/notifications').then((m) => m.Notifications),
  'when the page has settled',
)
const SoundNotice = onDemand(
  () => import('@/components/board/alerting/sound-notice').then((m) => m.SoundNotice),
  'when the page has settled',
)
const MutedNotice = onDemand(() => import('@/components/board/alerting/muted-notice').then((m) => m.MutedNotice))

/** Calls staff while an arrival rings: tone, notification, badge. Shows what keeps the tone from being heard. */
export function Alerting({ ringing }: { ringing: BoardOrder[] }) {
  const sound = useSound()
  const mutedSeconds = useMutedSeconds()
  useTone(shouldSound(ringing.length, sound, mutedSeconds > 0))
  useUnlockOnAnyTap()
  useAppBadge(useCalm(ringing.length))
  useKeepAwake()
  return (
    <>
      <Notifications ringing={ringing} />
      <SoundNotice sound={sound} isRinging={ringing.length > 0} />
      {mutedSeconds > 0 && <MutedNotice seconds={mutedSeconds} />}
    </>
  )
}
