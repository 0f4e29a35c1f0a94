'use client'

import { BellOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { unmute } from '@/components/board/alerting/device-settings'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { waitClock } from '@/lib/waits/model'

/** A muted board says so, and for how long. */
export function MutedNotice({ seconds }: { seconds: number }) {
  const t = useWords('board')
  const times = useWords('times')
  const status = (chunks: ReactNode) => <span role="status">{chunks}</span>
  return (
    <div className="pointer-events-auto flex max-w-full items-center gap-3 rounded-card border-2 border-edge bg-card py-2 pe-2 ps-4 text-ink shadow-float">
      <BellOff aria-hidden="true" className="size-6 shrink-0" />
      <p className="min-w-0 font-semibold">{t.rich('mutedFor', { status, wait: times(...waitClock(seconds)) })}</p>
      <Button tone="ink" size="board" onPress={unmute}>
        {t('unmute')}
      </Button>
    </div>
  )
}
