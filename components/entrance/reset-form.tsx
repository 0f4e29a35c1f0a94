'use client'

import { useState } from 'react'
import { DoorNote } from '@/components/entrance/door-note'
import { sayPasswordRefusal } from '@/components/entrance/own-problem'
import { useForm } from '@/components/entrance/use-form'
import { useWords } from '@/components/language/language-provider'
import { Button, ButtonLink } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { ApiError } from '@/lib/http/client'
import { requestReset, resetPassword } from '@/lib/reset/queries'

// Where a line breaks, browsers send once more by themselves what the server may have done already.
const isUsed = (failure: unknown) => failure instanceof ApiError && failure.problem.reason === 'used'

const tall = 'min-h-[52px]!'

/** Chooses a new password by a link. */
export function ResetForm({ token, email }: { token: string; email: string }) {
  const t = useWords('invitation')
  const account = useWords('account')
  const [isDone, setDone] = useState(false)
  const { handlers, isPending, failure, isMaybeDone, isReady } = useForm(async (form) => {
    await resetPassword(token, form('password'))
    setDone(true)
  })
  if (isDone) {
    return (
      <div role="status" className="flex flex-col gap-5">
        <p>
          <strong className="block font-semibold">{t('resetDone')}</strong>
          {t('resetDoneText')}
        </p>
        <ButtonLink href="/sign-in" tone="kerb" size="board">
          {t('toSignIn')}
        </ButtonLink>
      </div>
    )
  }
  const refusal = sayPasswordRefusal(failure, 'password', account)
  const maybe = isMaybeDone ? t('resetMaybe') : isUsed(failure) && t('resetUsedMaybe')
  return (
    <form method="post" {...handlers} className="flex flex-col gap-5">
      <p className="wrap-anywhere">{t('resetFor', { email })}</p>
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field
        label={t('newPassword')}
        hint={account('passwordHint')}
        name="password"
        type="password"
        autoComplete="new-password"
        isRequired
        autoFocus
        {...(refusal && { error: refusal })}
        inputClassName={tall}
      />
      {failure !== null && !refusal && <DoorNote error={failure} link="reset" maybe={maybe} />}
      <Button type="submit" tone="kerb" size="board" isDisabled={!isReady} isPending={isPending}>
        {t('savePassword')}
      </Button>
    </form>
  )
}

/** Has a link for a new password mailed. */
export function ForgotForm() {
  const t = useWords('invitation')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { handlers, isPending, failure, isReady } = useForm(async (form) => {
    const email = form('email').trim()
    await requestReset(email)
    setSentTo(email)
  })
  if (sentTo !== null) {
    return (
      <p role="status" className="wrap-anywhere">
        {t('linkSent', { email: sentTo })}
      </p>
    )
  }
  return (
    <form method="post" {...handlers} className="flex flex-col gap-5">
      <p>{t('forgotText')}</p>
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        autoFocus
        inputClassName={tall}
      />
      {failure !== null && <DoorNote error={failure} />}
      <Button type="submit" tone="kerb" size="board" isDisabled={!isReady} isPending={isPending}>
        {t('sendLink')}
      </Button>
    </form>
  )
}
