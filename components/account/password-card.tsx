'use client'

import { type FormEvent, useState } from 'react'
import { DeedNote } from '@/components/account/deed-note'
import { usePasskeysQuestion } from '@/components/account/passkeys-question'
import { useDeed } from '@/components/account/use-deed'
import { messageAt, sayPasswordRefusal } from '@/components/entrance/own-problem'
import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { showToast } from '@/components/ui/toast'
import { changePassword } from '@/lib/account/queries'
import type { OwnAccount } from '@/lib/account/schema'

const none = { currentPassword: '', newPassword: '' }

/** Another password, for whoever knows the one that is. */
export function PasswordCard({ account }: { account: OwnAccount }) {
  const t = useWords('account')
  const [typed, setTyped] = useState(none)
  const { ask, question } = usePasskeysQuestion('password')
  const { run, isPending, failure, forget } = useDeed()
  const refusal = sayPasswordRefusal(failure, 'newPassword', t)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const maybe = () => ask({ isSure: false })
    if (!(await run(() => changePassword(typed), maybe))) return
    setTyped(none)
    showToast({ tone: 'good', title: t('passwordChanged'), detail: t('othersEnded') })
    ask({ isSure: true })
  }
  return (
    <SettingsCard title={t('password')}>
      <form onInput={forget} onSubmit={(event) => void submit(event)} className="flex max-w-md flex-col gap-4">
        <input type="hidden" name="email" autoComplete="username" value={account.email} readOnly />
        <Field
          label={t('currentPassword')}
          type="password"
          autoComplete="current-password"
          value={typed.currentPassword}
          onChange={(currentPassword) => setTyped({ ...typed, currentPassword })}
          {...(messageAt(failure, 'currentPassword') && { error: t('wrongPassword') })}
          inputClassName="min-h-12!"
        />
        <Field
          label={t('newPassword')}
          hint={t('passwordHint')}
          type="password"
          autoComplete="new-password"
          value={typed.newPassword}
          onChange={(newPassword) => setTyped({ ...typed, newPassword })}
          {...(refusal && { error: refusal })}
          inputClassName="min-h-12!"
        />
        <DeedNote error={failure} maybe={t('passwordMaybe')} />
        <Button
          type="submit"
          size="board"
          className="self-start"
          isPending={isPending}
          isDisabled={typed.currentPassword === '' || typed.newPassword === ''}
        >
          {t('changePassword')}
        </Button>
      </form>
      {question}
    </SettingsCard>
  )
}
