'use client'

import { type FormEvent, useEffect, useState } from 'react'
import { codeOf, sayAtTheDoor } from '@/components/entrance/own-problem'
import { PasskeyButton } from '@/components/entrance/passkey-button'
import { useWords } from '@/components/language/language-provider'
import { closeLeftNotifications } from '@/components/layout/close-notifications'
import { tellOtherTabs } from '@/components/layout/other-tabs'
import { forgetViewer } from '@/components/layout/use-same-viewer'
import { Button } from '@/components/ui/button'
import { Failure } from '@/components/ui/failure'
import { Field } from '@/components/ui/field'
import { useIsReady } from '@/components/ui/use-is-ready'
import { useTurn } from '@/components/ui/use-turn'
import { signIn } from '@/lib/auth/queries'

function SignInNote({ error }: { error: unknown }) {
  const t = useWords('signIn')
  const said = sayAtTheDoor(error, useWords('invitation'), useWords('problems'))
  return <Failure said={codeOf(error) === 'field_invalid' ? t('fillBoth') : said} error={error} />
}

type Credentials = { email: string; password: string }

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
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { take } = useTurn()
  const send = async (code: string) => {
    setIsPending(true)
    setFailure(null)
    try {
      await signIn({ ...credentials, code })
      tellOtherTabs()
      window.location.assign(next)
    } catch (error) {
      setFailure(error)
      setIsPending(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    void take(() => send(code))
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
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [half, setHalf] = useState<Credentials | null>(null)
  const door = useWords('invitation')
  const { take } = useTurn()
  // Whoever was here before may have signed out in another tab: what they searched for, and the pages that Back would
  // bring, are nobody else's.
  useEffect(() => {
    forgetViewer()
    void closeLeftNotifications()
  }, [])
  const send = async (credentials: Credentials) => {
    setIsPending(true)
    setFailure(null)
    try {
      await signIn(credentials)
      tellOtherTabs()
      // A whole new page: nothing of whoever was signed in before stays in memory.
      window.location.assign(next)
    } catch (error) {
      if (codeOf(error) === 'second_step_required') setHalf(credentials)
      else setFailure(error)
      setIsPending(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void take(() => send({ email: String(form.get('email')).trim(), password: String(form.get('password')) }))
  }
  if (half) return <CodeStep credentials={half} next={next} onBack={() => setHalf(null)} />
  return (
    // By POST, so that a password never ends up in an address, whatever goes wrong.
    <form method="post" onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        autoFocus
        inputClassName="min-h-[52px]!"
      />
      <Field
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
        inputClassName="min-h-[52px]!"
      />
      {failure !== null && <SignInNote error={failure} />}
      <SlowNote isPending={isPending} />
      <Button type="submit" tone="kerb" size="board" isDisabled={!isReady} isPending={isPending}>
        {t(isPending ? 'submitting' : 'submit')}
      </Button>
      <PasskeyButton onIn={() => window.location.assign(next)} />
      <p className="text-sm text-soft">
        {t('noAccount')}{' '}
        <a href="/forgot" className="inline-flex min-h-12 items-center font-semibold text-ink underline">
          {door('forgot')}
        </a>
      </p>
    </form>
  )
}
