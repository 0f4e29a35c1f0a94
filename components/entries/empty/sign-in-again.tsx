'use client'

import { useWords } from '@/components/language/language-provider'
import { ButtonLink } from '@/components/ui/button'
import { ApiError } from '@/lib/http/client'

/** True when the answer was that nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === 401
}

/** True when the address names a zone that is not there, or not for this account. */
export function isUnseenZone(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'zone_not_found'
}

/** To the sign-in, and from there back to this very list. */
export function SignInAgain() {
  const t = useWords('entries')
  const here = `${window.location.pathname}${window.location.search}`
  return (
    <ButtonLink tone="kerb" href={`/sign-in?next=${encodeURIComponent(here)}`}>
      {t('signInAgain')}
    </ButtonLink>
  )
}
