'use client'

import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { Failure } from '@/components/ui/failure'
import { ApiError, mayBeDone } from '@/lib/http/client'

// What a browser says that makes no passkey: it has one, or nobody confirmed it.
const ofPasskeys = new Map<unknown, 'passkeyThere' | 'passkeyNotMade'>([
  ['InvalidStateError', 'passkeyThere'],
  ['NotAllowedError', 'passkeyNotMade'],
])

type DeedNoteProps = {
  error: unknown
  /** What to know where it may have been done all the same. */
  maybe?: string
}

/** Why something was not done to the account; nothing where a field says it. */
export function DeedNote({ error, maybe }: DeedNoteProps) {
  const t = useWords('account')
  const ofPasskey = error instanceof Error && ofPasskeys.get(error.name)
  const said = sayProblem(error, useWords('problems')) ?? t(ofPasskey || 'failed')
  if (error === null || (error instanceof ApiError && (error.problem.errors?.length ?? 0) > 0)) return null
  return (
    <Failure said={said} error={error}>
      {maybe && mayBeDone(error) && <p>{maybe}</p>}
    </Failure>
  )
}
