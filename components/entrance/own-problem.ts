import { sayProblem } from '@/components/language/problem-words'
import type { Words } from '@/components/language/translator'
import { passwordRefusalIn } from '@/lib/account/model'
import { ApiError } from '@/lib/http/client'

/** What the API says of a field, if it says something. */
export function messageAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.problem.errors?.find((one) => one.path === path)?.message
}

/** Why a new password is not taken, in the language of the page. */
export function sayPasswordRefusal(error: unknown, path: string, t: Words<'account'>): string | undefined {
  const message = messageAt(error, path)
  if (message === undefined) return undefined
  const reason = passwordRefusalIn(message)
  return reason ? t(`password_${reason}`) : t('refused')
}

export const codeOf = (error: unknown) => (error instanceof ApiError ? error.problem.code : null)

/** True where the account had too many wrong codes for a day: only that says when the next is looked at. */
const isSpent = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'too_many_requests' && error.problem.interval !== undefined

/** What a link at a door is for. */
export type DoorLink = 'join' | 'reset'

// One that was good when its page was opened.
function sayGone(error: unknown, t: Words<'invitation'>, link: DoorLink): string | undefined {
  if (!(error instanceof ApiError) || error.problem.code !== 'link_invalid') return undefined
  const { reason } = error.problem
  const then = t(link === 'reset' ? 'resetGoneText' : 'goneText')
  if (reason === 'withdrawn') return `${t(link === 'reset' ? 'resetWithdrawn' : 'gone_withdrawn')}. ${then}`
  if (reason === 'used' || reason === 'expired') return `${t(`gone_${reason}`)}. ${then}`
  return `${t('gone_unknown')}. ${then}`
}

/** What went wrong at a door, in the language of the page; `link`: by which somebody would have come in. */
export function sayAtTheDoor(
  error: unknown,
  t: Words<'invitation'>,
  problems: Words<'problems'>,
  link?: DoorLink,
): string {
  const gone = link && sayGone(error, t, link)
  if (gone !== undefined) return gone
  if (codeOf(error) === 'second_step_failed') return t('codeFailed')
  if (isSpent(error)) return t('codesSpent')
  return sayProblem(error, problems) ?? t('failed')
}
