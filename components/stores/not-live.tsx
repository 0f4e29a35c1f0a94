'use client'

import { LogIn, WifiOff } from 'lucide-react'
import { useClock } from '@/components/board/live/server-clock'
import { useLocale, useWords } from '@/components/language/language-provider'
import { ButtonLink } from '@/components/ui/button'
import { ApiError } from '@/lib/http/client'
import { staleAfterMs } from '@/lib/live/model'

const noticeClass =
  'mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border-2 border-over bg-over-tint px-4 py-3 text-ink'

/** Says since when the figures may no longer be so, once two heartbeats have been missed. */
export function NotLive({ sinceMs }: { sinceMs: number }) {
  const t = useWords('stores')
  const locale = useLocale()
  const isStale = useClock((nowMs) => nowMs - sinceMs > staleAfterMs)
  if (!isStale) return null
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(sinceMs)
  return (
    <div className={noticeClass}>
      <WifiOff aria-hidden="true" className="size-7 shrink-0 text-over" />
      <p className="min-w-0 flex-1 basis-64">
        <strong role="alert" className="block text-lg">
          {t('notLiveSince', { time })}
        </strong>
        {t('notLiveText')}
      </p>
    </div>
  )
}

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.problem.status === 401

/** Stands where the stores stood, once the session has ended. */
export function SignedOut() {
  const t = useWords('stores')
  return (
    <div role="alert" className={noticeClass}>
      <LogIn aria-hidden="true" className="size-7 shrink-0 text-over" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="block text-lg">{t('signedOut')}</strong>
        {t('signedOutText')}
      </p>
      <ButtonLink tone="kerb" size="board" href="/sign-in?next=%2Fboard">
        {t('signInAgain')}
      </ButtonLink>
    </div>
  )
}
