'use client'

import { useState } from 'react'
import { DeedNote } from '@/components/account/deed-note'
import { useDeed } from '@/components/account/use-deed'
import { useWords } from '@/components/language/language-provider'
import { Question } from '@/components/ui/question'
import { showToast } from '@/components/ui/toast'
import { removePasskeys } from '@/lib/account/queries'
import type { OwnAccount } from '@/lib/account/schema'

const titles = { password: 'passkeysStayTitle', secondStep: 'passkeysStaySecond' } as const

type PasskeysQuestionProps = { account: OwnAccount; behind: keyof typeof titles; onClose: () => void }

/**
 * Passkeys outlive another password, and a second step that is turned on: whether they may is asked behind it, since one that
 * somebody else has made by the password may be among them.
 */
export function PasskeysQuestion({ account: { passkeys }, behind, onClose }: PasskeysQuestionProps) {
  const t = useWords('account')
  const { run, isPending, failure } = useDeed()
  // As it is asked.
  const [count] = useState(passkeys.length)
  const [names] = useState(passkeys.map(({ name }) => name).join(', '))
  const remove = async () => {
    // By one request: somebody else may be adding others, or have removed the one that this page would begin with.
    if (!(await run(removePasskeys))) return
    showToast({ tone: 'good', title: t('passkeysRemoved', { count }) })
    onClose()
  }
  return (
    <Question
      title={t(titles[behind], { count })}
      text={t('passkeysStayText', { count, names })}
      yes={t('passkeysStayRemove', { count })}
      no={t('passkeysStayKeep', { count })}
      isPending={isPending}
      onYes={() => void remove()}
      onNo={onClose}
    >
      <DeedNote error={failure} />
    </Question>
  )
}
