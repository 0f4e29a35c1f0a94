'use client'

import { useMutedSeconds } from '@/components/board/alerting/device-settings'
import { useSound } from '@/components/board/alerting/sound-box'
import { useTone, useUnlockOnAnyTap } from '@/components/board/alerting/use-tone'
import { onDemand } from '@/components/ui/on-demand'
import { shouldSound } from '@/lib/alerting/model'
import type { BoardOrder } from '@/lib/board/schema'

const BesideTheTone = onDemand(
  () => import('@/components/board/alerting/beside-the-tone').then((m) => m.BesideTheTone),
  'when the page has settled',
)

/** Calls staff while an arrival rings: tone, notification, title, badge. Shows what keeps the tone from being heard. */
export function Alerting({ ringing, storeName }: { ringing: BoardOrder[]; storeName: string }) {
  const sound = useSound()
  const mutedSeconds = useMutedSeconds()
  useTone(shouldSound(ringing.length, sound, mutedSeconds > 0))
  useUnlockOnAnyTap()
  return <BesideTheTone ringing={ringing} storeName={storeName} sound={sound} mutedSeconds={mutedSeconds} />
}
