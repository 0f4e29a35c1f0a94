import { sayProblem } from '@/components/language/problem-words'
import type { Words } from '@/components/language/translator'
import { ApiError } from '@/lib/http/client'

type Said = { tablets?: Words<'tablets'>; pins?: Words<'pins'>; problems: Words<'problems'> }

/** Why something about a tablet or a PIN was refused, in the language of the page. */
export function sayRefusal(error: unknown, { tablets, pins, problems }: Said): string | undefined {
  const code = error instanceof ApiError ? error.problem.code : null
  if (code === 'pairing_not_found') return tablets?.('noCode')
  if (code === 'tablet_not_found') return tablets?.('gone')
  if (code === 'pin_taken') return pins?.('taken')
  if (code === 'field_invalid' && pins) return pins('refused')
  return sayProblem(error, problems)
}
