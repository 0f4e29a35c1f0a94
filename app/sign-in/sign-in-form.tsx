'use client'

import { type FormEvent, useEffect, useState } from 'react'
import { type Credentials, useSignIn } from '@/app/sign-in/use-sign-in'
import { codeOf, sayAtTheDoor } from '@/components/entrance/own-problem'
import { PasskeyButton } from '@/components/entrance/passkey-button'
import { useWords } from '@/components/language/language-provider'
import { closeLeftNotifications } from '@/components/layout/close-notifications'
import { forgetViewer } from '@/components/layout/use-same-viewer'
import { Button } from '@/components/ui/button'
import { Failure } from '@/components/ui/failure'
import { Field } from '@/components/ui/field'
import { useIsReady } from '@/components/ui/use-is-ready'

function SignInNote({ error }: { error: unknown }) {
  const t = useWords('signIn')
  const said = sayAtTheDoor(error, useWords('invitation'), useWords('problems'))
  return <Failure said={codeOf(error) === 'field_invalid' ? t('fillBoth') : said} error={error} />
}

const slowAfterMs = 5_000

/** Said where it takes longer than anybody expects: that it goes on. */
function SlowNote({ isPending }: { isPending: boolean }) {
  const t = useWords('signIn')
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    setIsSlow(false)
    const timer = isPending ? setTimeout(setIsSlow, slowAfterMs, true) : undefined
    return () => clearTimeout(timer)
  }, [isPending])
  // Empty it takes no room, and is there all the same: what is said in it is read out.
  return (
    <p role="status" className="empty:sr-only">
      {isSlow ? t('slow') : ''}
    </p>
  )
}

/** The code of the second step, for credentials that were right. They stay in memory, and no session is there yet. */
function CodeStep({ credentials, next, onBack }: { credentials: Credentials; next: string; onBack: () => void }) {
  const t = useWords('signIn')
  const door = useWords('invitation')
  const { attempt, isPending, failure } = useSignIn(next)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    void attempt({ ...credentials, code })
  }
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-5">
      <p className="wrap-anywhere">{credentials.email}</p>
      <Field
        label={door('code')}
        hint={door('codeHint')}
        name="code"
        autoComplete="one-time-code"
        isRequired
        isReadOnly={isPending}
        autoFocus
        inputClassName="min-h-[52px]!"
      />
      {failure !== null && <SignInNote error={failure} />}
      <SlowNote isPending={isPending} />
      <Button type="submit" tone="kerb" size="board" isPending={isPending}>
        {t(isPending ? 'submitting' : 'submit')}
      </Button>
      <Button size="board" onPress={onBack}>
        {door('back')}
      </Button>
    </form>
  )
}

/** E-mail and password, and a code where the account asks for one; or a passkey. Then on to where the person was going. */
export function SignInForm({ next }: { next: string }) {
  const t = useWords('signIn')
  const isReady = useIsReady()
  const { attempt, end, isPending, failure } = useSignIn(next)
  const [sent, setSent] = useState<Credentials | null>(null)
  const door = useWords('invitation')
  // Whoever was here before may have signed out in another tab: what they searched for, and the pages that Back would
  // bring, are nobody else's.
  useEffect(() => {
    forgetViewer()
    void closeLeftNotifications()
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const credentials = { email: String(form.get('email')).trim(), password: String(form.get('password')) }
    setSent(credentials)
    void attempt(credentials)
  }
  const enter = () => {
    end()
    window.location.assign(next)
  }
  const wantsCode = codeOf(failure) === 'second_step_required'
  if (sent && wantsCode) return <CodeStep credentials={sent} next={next} onBack={() => setSent(null)} />
  return (
    // By POST, so that a password never ends up in an address, whatever goes wrong.
    <form method="post" onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        isReadOnly={isPending}
        autoFocus
        inputClassName="min-h-[52px]!"
      />
      <Field
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
        isReadOnly={isPending}
        inputClassName="min-h-[52px]!"
      />
      {failure !== null && !wantsCode && <SignInNote error={failure} />}
      <SlowNote isPending={isPending} />
      <Button type="submit" tone="kerb" size="board" isDisabled={!isReady} isPending={isPending}>
        {t(isPending ? 'submitting' : 'submit')}
      </Button>
      <PasskeyButton onIn={enter} />
      <p className="text-sm text-soft">
        {t('noAccount')}{' '}
        <a href="/forgot" className="inline-flex min-h-12 items-center font-semibold text-ink underline">
          {door('forgot')}
        </a>
      </p>
    </form>
  )
}
