'use client'

import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { sayProblem } from '@/components/ui/problem-words'
import { signIn } from '@/lib/auth/queries'
import { ApiError } from '@/lib/http/client'

const noChange = () => () => undefined

/** False until the page can act: a form that is sent before that would lose what was typed. */
function useIsReady(): boolean {
  return useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
}

function Failure({ error }: { error: unknown }) {
  const t = useWords('signIn')
  const problems = useWords('problems')
  const problem = error instanceof ApiError ? error.problem : null
  return (
    <div role="alert" className="flex gap-3 rounded-control border border-over bg-over-tint px-4 py-3">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-over" />
      <div className="min-w-0">
        <p className="font-medium">
          {problem?.code === 'field_invalid' ? t('fillBoth') : (sayProblem(error, problems) ?? t('failed'))}
        </p>
        {problem && problem.status >= 500 && (
          <p className="text-sm text-soft wrap-anywhere">{t('requestId', { id: problem.requestId })}</p>
        )}
      </div>
    </div>
  )
}

/** E-mail and password; then on to where the person was going. */
export function SignInForm({ next }: { next: string }) {
  const t = useWords('signIn')
  const isReady = useIsReady()
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setIsPending(true)
    setFailure(null)
    try {
      await signIn({ email: String(form.get('email')).trim(), password: String(form.get('password')) })
      // A whole new page: nothing of whoever was signed in before stays in memory.
      window.location.assign(next)
    } catch (error) {
      setFailure(error)
      setIsPending(false)
    }
  }
  return (
    // By POST, so that a password never ends up in an address, whatever goes wrong.
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
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
      {failure !== null && <Failure error={failure} />}
      <Button type="submit" tone="kerb" size="board" isDisabled={!isReady} isPending={isPending}>
        {t(isPending ? 'submitting' : 'submit')}
      </Button>
      <p className="text-sm text-soft">{t('noAccount')}</p>
    </form>
  )
}
