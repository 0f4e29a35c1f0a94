import type { Words } from '@/components/language/translator'
import { ApiError, UnreachableError } from '@/lib/http/client'

const byCode = ['sign_in_failed', 'too_many_requests', 'action_conflict', 'unavailable', 'internal'] as const

function keyOf({ status, code }: ApiError['problem']) {
  const known = byCode.find((one) => one === code)
  if (known) return known
  if (code.endsWith('_full')) return 'full'
  if (status === 401) return 'signed_out'
  if (status === 403) return 'not_allowed'
  if (status === 404) return 'not_found'
  return status >= 500 ? 'internal' : 'refused'
}

/**
 * What went wrong, in the language of the page: the API's own sentence on an English one, elsewhere ours for its code, and so
 * everywhere where the fault is the server's: then the API's is for programs ("Send the request again"). Nothing for what is
 * no answer of the API: that is a fault of ours, and its message is for programmers.
 */
export function sayProblem(error: unknown, t: Words<'problems'>): string | undefined {
  if (error instanceof UnreachableError) return t('unreachable')
  if (!(error instanceof ApiError)) return undefined
  const { status, detail } = error.problem
  return t.isEnglish && status < 500 ? detail : t(keyOf(error.problem))
}
