'use client'

import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { Failure } from '@/components/ui/failure'
import { ApiError } from '@/lib/http/client'

// What a browser says that makes no passkey: it has one, or nobody confirmed it.
const ofPasskeys = new Map<unknown, 'passkeyThere' | 'passkeyNotMade'>([
  ['InvalidStateError', 'passkeyThere'],
  ['NotAllowedError', 'passkeyNotMade'],
])

/** Why something was not done to the account; nothing where a field says it. */
export function DeedNote({ error }: { error: unknown }) {
  const t = useWords('account')
  const ofPasskey = error instanceof Error && ofPasskeys.get(error.name)
  const said = sayProblem(error, useWords('problems')) ?? t(ofPasskey || 'failed')
  if (error === null || (error instanceof ApiError && (error.problem.errors?.length ?? 0) > 0)) return null
  return <Failure said={said} error={error} />
}
