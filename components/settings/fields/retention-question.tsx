'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useWords } from '@/components/language/language-provider'
import { Question } from '@/components/ui/question'
import { entryCountQuery } from '@/lib/entries/queries'
import { keptSince } from '@/lib/retention/model'

/** Whose entries would be kept for how many months, in place of so many before. */
type Shorter = { projectId: string; months: number; before: number }

type QuestionProps = { shorter: Shorter | null; onAnswer: (isYes: boolean) => void }

/** Asks before entries are deleted for good, and says how many. */
export function RetentionQuestion({ shorter, onAnswer }: QuestionProps) {
  return shorter && <Asked shorter={shorter} onAnswer={onAnswer} />
}

function Asked({ shorter, onAnswer }: { shorter: Shorter; onAnswer: QuestionProps['onAnswer'] }) {
  const t = useWords('retention')
  const locale = useLocale()
  const { projectId, months, before } = shorter
  const [askedAtMs] = useState(() => Date.now())
  const since = keptSince(new Date(askedAtMs), months)
  const filter = { projectId, timeType: 'creationTime', endTime: since.toISOString() } as const
  const { data: count, isError } = useQuery(entryCountQuery({ filter, startedAtMs: askedAtMs }))
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(since)
  return (
    <Question
      title={t('askTitle')}
      text={t('ask', { months, before, time })}
      yes={t('delete')}
      no={t('keep')}
      isPending={false}
      onYes={() => onAnswer(true)}
      onNo={() => onAnswer(false)}
    >
      <p role="status" className="font-semibold">
        {count === undefined ? t(isError ? 'notCounted' : 'counting') : t('count', { count })}
      </p>
    </Question>
  )
}
