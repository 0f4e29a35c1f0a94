'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DeedNote } from '@/components/account/deed-note'
import { accountOnceBack } from '@/components/account/once-back'
import { useDeed } from '@/components/account/use-deed'
import { useWords } from '@/components/language/language-provider'
import { Question } from '@/components/ui/question'
import { showToast } from '@/components/ui/toast'
import { accountQuery, removePasskeys } from '@/lib/account/queries'
import type { OwnAccount } from '@/lib/account/schema'

const titles = {
  password: 'passkeysStayTitle',
  passwordMaybe: 'passkeysStayMaybe',
  secondStep: 'passkeysStaySecond',
} as const

type Asked = { passkeys: OwnAccount['passkeys'] | 'unread'; behind: keyof typeof titles }
type PasskeysQuestionProps = Asked & { onClose: () => void }

function PasskeysQuestion({ passkeys, behind, onClose }: PasskeysQuestionProps) {
  const t = useWords('account')
  const { run, isPending, failure } = useDeed()
  const isUnread = passkeys === 'unread'
  // How many there are is not known then: of more than one is said what fits one as well.
  const count = isUnread ? 2 : passkeys.length
  const names = isUnread ? '' : passkeys.map(({ name }) => name).join(', ')
  const remove = async () => {
    // By one request: somebody else may be adding others, or have removed the one that this page would begin with.
    if (!(await run(removePasskeys))) return
    showToast({ tone: 'good', title: t('passkeysRemoved', { count }) })
    onClose()
  }
  return (
    <Question
      title={t(titles[behind], { count })}
      text={isUnread ? t('passkeysStayUnread') : t('passkeysStayText', { count, names })}
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

/**
 * Passkeys outlive another password, and a second step that is turned on: whether they may is asked behind it (`ask`), since one
 * that somebody else has made by the password may be among them, also one that the page has not shown yet, or cannot show.
 * `isSure`: whether the deed is known to be done; where it is not, since its answer was lost, they are read once a line is back.
 */
export function usePasskeysQuestion(behind: 'password' | 'secondStep'): {
  ask: (deed: { isSure: boolean }) => void
  question: ReactNode
} {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  // As the deed has just read them, is about to, or, where it could not, as is read once more: what is drawn may be older.
  const read = async (isSure: boolean) => {
    // A line that broke comes back, or is told of by the question itself.
    const soon = () => queryClient.fetchQuery(accountQuery()).catch(() => null)
    const account = await (isSure ? soon() : accountOnceBack(queryClient))
    if (account?.passkeys.length === 0) return
    const isMaybe = behind === 'password' && !isSure
    setAsked({ passkeys: account?.passkeys ?? 'unread', behind: isMaybe ? 'passwordMaybe' : behind })
  }
  const question = asked && <PasskeysQuestion {...asked} onClose={() => setAsked(null)} />
  return { ask: ({ isSure }) => void read(isSure), question }
}
