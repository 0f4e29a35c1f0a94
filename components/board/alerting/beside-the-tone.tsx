'use client'

import { MutedNotice } from '@/components/board/alerting/muted-notice'
import { Notifications } from '@/components/board/alerting/notifications'
import { SoundNotice } from '@/components/board/alerting/sound-notice'
import { useAppBadge } from '@/components/board/alerting/use-app-badge'
import { useCalm } from '@/components/board/alerting/use-calm'
import { useTitleCount } from '@/components/board/alerting/use-title-count'
import { useKeepAwake } from '@/components/board/readiness/wake-lock'
import type { Sound } from '@/lib/alerting/model'
import type { BoardOrder } from '@/lib/board/schema'

type BesideTheToneProps = { ringing: BoardOrder[]; storeName: string; sound: Sound; mutedSeconds: number }

/** What calls staff beside the tone: notifications, the tab's title, the app's badge, a screen that stays on; and what keeps it from being heard. */
export function BesideTheTone({ ringing, storeName, sound, mutedSeconds }: BesideTheToneProps) {
  const count = useCalm(ringing.length)
  useAppBadge(count)
  useTitleCount(count, storeName)
  useKeepAwake()
  return (
    <>
      <Notifications ringing={ringing} />
      <SoundNotice sound={sound} isRinging={ringing.length > 0} />
      {mutedSeconds > 0 && <MutedNotice seconds={mutedSeconds} />}
    </>
  )
}
