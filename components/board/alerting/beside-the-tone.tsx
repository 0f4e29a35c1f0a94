'use client'

import { MutedNotice } from '@/components/board/alerting/muted-notice'
import { Notifications } from '@/components/board/alerting/notifications'
import { SoundNotice } from '@/components/board/alerting/sound-notice'
import { useAppBadge } from '@/components/board/alerting/use-app-badge'
import { useCalm } from '@/components/board/alerting/use-calm'
import { useKeepAwake } from '@/components/board/readiness/wake-lock'
import type { Sound } from '@/lib/alerting/model'
import type { BoardOrder } from '@/lib/board/schema'

type BesideTheToneProps = { ringing: BoardOrder[]; sound: Sound; mutedSeconds: number }

/** What calls staff beside the tone: notifications, the app's badge, a screen that stays on; and what keeps it from being heard. */
export function BesideTheTone({ ringing, sound, mutedSeconds }: BesideTheToneProps) {
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
