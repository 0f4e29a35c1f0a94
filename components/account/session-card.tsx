'use client'

import { useState } from 'react'
import { DeedNote } from '@/components/account/deed-note'
import { useDeed } from '@/components/account/use-deed'
import { useTimes } from '@/components/account/use-times'
import { useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Question } from '@/components/ui/question'
import { showToast } from '@/components/ui/toast'
import { endOtherSessions, endSession } from '@/lib/account/queries'
import type { AccountSession, OwnAccount } from '@/lib/account/schema'

function deviceName({ browser, system }: AccountSession, t: Words<'account'>): string {
  if (browser && system) return t('device', { browser, system })
  return browser ?? system ?? t('program')
}

function Row({ session }: { session: AccountSession }) {
  const t = useWords('account')
  const { ago, dayAndTime } = useTimes()
  const { run, isPending, failure } = useDeed()
  const { sessionId, isCurrent, address, lastUsedAt, createdAt } = session
  const name = deviceName(session, t)
  const [isAsking, setAsking] = useState(false)
  const end = async () => {
    if (!(await run(() => endSession(sessionId)))) return
    setAsking(false)
    showToast({ tone: 'good', title: t('ended') })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 not-first:border-t not-first:border-line">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {isCurrent && <Chip tone="onTime">{t('thisOne')}</Chip>}
        </p>
        <p className="text-sm text-soft" suppressHydrationWarning>
          {t('lastUsed', { when: ago(lastUsedAt), time: dayAndTime(createdAt) })}
        </p>
        {address && <p className="text-sm text-soft wrap-anywhere">{t('from', { address })}</p>}
      </div>
      {!isCurrent && (
        <Button size="board" aria-label={t('endNamed', { name })} onPress={() => setAsking(true)}>
          {t('end')}
        </Button>
      )}
      {isAsking && (
        <Question
          title={t('endTitle', { name })}
          text={t('endText')}
          yes={t('endYes')}
          no={t('endNo')}
          isPending={isPending}
          onYes={() => void end()}
          onNo={() => setAsking(false)}
        >
          <DeedNote error={failure} />
        </Question>
      )}
    </li>
  )
}

const hereFirst = (sessions: AccountSession[]) => [
  ...sessions.filter(({ isCurrent }) => isCurrent),
  ...sessions.filter(({ isCurrent }) => !isCurrent),
]

/** Where the account is signed in. */
export function SessionCard({ account: { sessions } }: { account: OwnAccount }) {
  const t = useWords('account')
  const { run, isPending, failure } = useDeed()
  const [isAsking, setAsking] = useState(false)
  const count = sessions.filter(({ isCurrent }) => !isCurrent).length
  const endOthers = async () => {
    if (!(await run(endOtherSessions))) return
    setAsking(false)
    showToast({ tone: 'good', title: t('othersEnded') })
  }
  return (
    <SettingsCard title={t('sessions')}>
      <ul>
        {hereFirst(sessions).map((session) => (
          <Row key={session.sessionId} session={session} />
        ))}
      </ul>
      {count > 0 && (
        <Button size="board" className="self-start" onPress={() => setAsking(true)}>
          {t('endOthers')}
        </Button>
      )}
      {isAsking && (
        <Question
          title={t('endOthersTitle', { count })}
          text={t('endOthersText', { count })}
          yes={t('endOthersYes', { count })}
          no={t('endOthersNo', { count })}
          isPending={isPending}
          onYes={() => void endOthers()}
          onNo={() => setAsking(false)}
        >
          <DeedNote error={failure} />
        </Question>
      )}
    </SettingsCard>
  )
}
