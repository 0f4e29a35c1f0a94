'use client'

import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import type { Words } from '@/components/language/translator'
import { Failure } from '@/components/ui/failure'
import { ApiError } from '@/lib/http/client'

const own = ['last_owner', 'already_member', 'right_missing', 'version_mismatch'] as const
const gone = ['person_not_found', 'invitation_not_found']

/** Why something about a person was not done, in the language of the page. */
export function sayPeopleProblem(error: unknown, t: Words<'people'>, problems: Words<'problems'>): string {
  const code = error instanceof ApiError ? error.problem.code : ''
  const known = own.find((one) => one === code)
  if (known) return t(known)
  if (gone.includes(code)) return t('gone')
  return sayProblem(error, problems) ?? t('failed')
}

/** The same, under a form. */
export function FailureNote({ error }: { error: unknown }) {
  return <Failure said={sayPeopleProblem(error, useWords('people'), useWords('problems'))} error={error} />
}
