'use client'

import { useState } from 'react'
import { DoorNote } from '@/components/entrance/door-note'
import { codeOf, messageAt, sayPasswordRefusal } from '@/components/entrance/own-problem'
import { useForm } from '@/components/entrance/use-form'
import { useWords } from '@/components/language/language-provider'
import { closeNotifications } from '@/components/layout/close-notifications'
import { tellOtherTabs } from '@/components/layout/other-tabs'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { signOut } from '@/lib/auth/queries'
import { joinProject } from '@/lib/invitations/queries'

const tall = 'min-h-[52px]!'

type JoinFormProps = { token: string; email: string; hasAccount: boolean; signedInAs: string | null }

// Whole new pages: nothing of whoever was here before stays in memory, and the link is left behind.
const enter = () => window.location.replace('/board')

function NewAccountFields({ email, failure }: { email: string; failure: unknown }) {
  const t = useWords('invitation')
  const account = useWords('account')
  const passwordError = sayPasswordRefusal(failure, 'password', account)
  return (
    <>
      {/* Whose link it is: to be read whole, however long. */}
      <p className="flex flex-col gap-1.5">
        <span className="text-sm font-semibold">{t('email')}</span>
        <span className="wrap-anywhere">{email}</span>
      </p>
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field
        label={t('name')}
        hint={t('nameHint')}
        name="name"
        autoComplete="name"
        maxLength={100}
        isRequired
        autoFocus
        {...(messageAt(failure, 'name') && { error: account('nameMissing') })}
        inputClassName={tall}
      />
      <Field
        label={t('choosePassword')}
        hint={account('passwordHint')}
        name="password"
        type="password"
        autoComplete="new-password"
        isRequired
        {...(passwordError && { error: passwordError })}
        inputClassName={tall}
      />
    </>
  )
}

function KnownAccountFields({ email, asksCode }: { email: string; asksCode: boolean }) {
  const t = useWords('invitation')
  return (
    <>
      <p className="wrap-anywhere">{t('hasAccount', { email })}</p>
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field
        label={t('yourPassword')}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
        autoFocus
        inputClassName={tall}
      />
      {asksCode && (
        <Field
          label={t('code')}
          hint={t('codeHint')}
          name="code"
          autoComplete="one-time-code"
          isRequired
          autoFocus
          inputClassName={tall}
        />
      )}
    </>
  )
}

function OtherAccount({ email, other }: { email: string; other: string }) {
  const t = useWords('invitation')
  const { handlers, isPending, failure } = useForm(async () => {
    await signOut()
    tellOtherTabs()
    await closeNotifications()
    window.location.reload()
  })
  return (
    <form {...handlers} className="flex flex-col gap-5">
      <p className="wrap-anywhere">{t('otherAccount', { other, email })}</p>
      {failure !== null && <DoorNote error={failure} />}
      <Button type="submit" tone="ink" size="board" isPending={isPending}>
        {t('signOut')}
      </Button>
    </form>
  )
}

/** Joins: as who is signed in, by the password of an account that is there, or with a new one. */
export function JoinForm({ token, email, hasAccount, signedInAs }: JoinFormProps) {
  const t = useWords('invitation')
  const [asksCode, setAsksCode] = useState(false)
  const isSelf = signedInAs === email
  const { handlers, isPending, failure, isMaybeDone, isReady } = useForm(async (form) => {
    const password = isSelf ? {} : { password: form('password') }
    const name = isSelf || hasAccount ? {} : { name: form('name') }
    const code = form('code').trim()
    try {
      await joinProject({ token, ...password, ...name, ...(code && { code }) })
    } catch (error) {
      if (codeOf(error) === 'second_step_required') setAsksCode(true)
      // Nobody is signed in any more, or somebody else is: the page then asks for what is missing.
      if (isSelf && messageAt(error, 'password') !== undefined) window.location.reload()
      throw error
    }
    tellOtherTabs()
    enter()
  })
  if (signedInAs !== null && !isSelf) return <OtherAccount email={email} other={signedInAs} />
  const isOfField = messageAt(failure, 'password') !== undefined || messageAt(failure, 'name') !== undefined
  const isAsking = codeOf(failure) === 'second_step_required'
  return (
    <form method="post" {...handlers} className="flex flex-col gap-5">
      {isSelf && <p className="wrap-anywhere">{t('signedInAs', { email })}</p>}
      {!isSelf && hasAccount && <KnownAccountFields email={email} asksCode={asksCode} />}
      {!isSelf && !hasAccount && <NewAccountFields email={email} failure={failure} />}
      {failure !== null && !isOfField && !isAsking && (
        <DoorNote error={failure} link="join" maybe={isMaybeDone && t('joinMaybe')} />
      )}
      <Button type="submit" tone="kerb" size="board" isDisabled={!isReady} isPending={isPending}>
        {t('join')}
      </Button>
    </form>
  )
}
