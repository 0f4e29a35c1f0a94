import type { Telling } from '@/components/board/actions/messages'
import type { Perform } from '@/components/board/board-context'
import { nameOf } from '@/components/board/row/customer'
import { conflictWords } from '@/components/board/timeline/deed'
import { sayProblem } from '@/components/language/problem-words'
import { askPin, isStillTheirs } from '@/components/tablets/pins/ask-pin'
import { showToast } from '@/components/ui/toast'
import type { PendingAction } from '@/lib/actions/queries'
import type { Act } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import { ApiError } from '@/lib/http/client'
import { changeInConflict } from '@/lib/timeline/queries'

const undone = {
  acknowledge: 'notAcknowledge',
  complete: 'notComplete',
  cancel: 'notCancel',
  move: 'notMove',
  undo: 'notUndo',
} as const satisfies Record<Act['action'], string>

type Sent = { order: BoardOrder; act: Act; shown: Record<string, string>; pending: PendingAction }

/**
 * Says why an action was taken back: who was first and when, or what went wrong. Where only somebody's PIN was missing it is
 * asked for, and the action taken again; not for whoever is named after the one that wanted it.
 */
export function tellFailure(
  error: unknown,
  { order, act, shown, pending }: Sent,
  telling: Telling,
  again: Perform,
): void {
  const { t, problems } = telling
  const about = order.serviceId
  const who = nameOf(order, t)
  if (error instanceof ApiError && error.problem.code === 'pin_required' && isStillTheirs(shown)) {
    askPin(() => again(order, act, pending.before), who)
    return
  }
  const last = changeInConflict(error)
  if (last) {
    showToast({ tone: 'bad', title: t('somebodyFirst', { who }), detail: conflictWords(last, telling), about })
    return
  }
  const detail = sayProblem(error, problems)
  showToast({ tone: 'bad', title: t(undone[act.action], { who }), detail, about })
}
