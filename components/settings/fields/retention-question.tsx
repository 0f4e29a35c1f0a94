'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { entryCountQuery } from '@/lib/entries/queries'
import { keptSince } from '@/lib/retention/model'

/** Whose entries would be kept for how many months, in place of so many before. */
type Shorter = { projectId: string; months: number; before: number }

type QuestionProps = { shorter: Shorter | null; onAnswer: (isYes: boolean) => void }

/** Asks before entries are deleted for good, and says how many. */
export function RetentionQuestion({ shorter, onAnswer }: QuestionProps) {
  const t = useWords('retention')
  return (
    <Dialog title={t('askTitle')} isOpen={shorter !== null} onOpenChange={(isOpen) => !isOpen && onAnswer(false)}>
      {shorter && <Asked shorter={shorter} onAnswer={onAnswer} />}
    </Dialog>
  )
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
    <>
      <p>{t('ask', { months, before, time })}</p>
      <p role="status" className="mt-2 mb-5 font-semibold">
        {count === undefined ? t(isError ? 'notCounted' : 'counting') : t('count', { count })}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="board" onPress={() => onAnswer(true)}>
          {t('delete')}
        </Button>
        <Button tone="ink" size="board" autoFocus onPress={() => onAnswer(false)}>
          {t('keep')}
        </Button>
      </div>
    </>
  )
}
