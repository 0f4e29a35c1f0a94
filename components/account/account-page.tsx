'use client'

import { useQuery } from '@tanstack/react-query'
import { NameCard } from '@/components/account/name-card'
import { PasskeyCard } from '@/components/account/passkey-card'
import { PasswordCard } from '@/components/account/password-card'
import { SecondStepCard } from '@/components/account/second-step-card'
import { SessionCard } from '@/components/account/session-card'
import { useWords } from '@/components/language/language-provider'
import { ErrorState } from '@/components/ui/error-state'
import { accountQuery } from '@/lib/account/queries'

/** A person's own account: what they sign in with, and where they are signed in. */
export function AccountPage() {
  const t = useWords('account')
  const { data, error, refetch } = useQuery(accountQuery())
  if (!data) return error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <NameCard account={data} />
      <PasswordCard account={data} />
      <SecondStepCard account={data} />
      <PasskeyCard account={data} />
      <SessionCard account={data} />
    </div>
  )
}
