import type { Telling } from '@/components/board/actions/messages'
import { nameOf } from '@/components/board/row/customer'
import { conflictWords } from '@/components/board/timeline/deed'
import { sayProblem } from '@/components/language/problem-words'
import { showToast } from '@/components/ui/toast'
import { changeInConflict } from '@/lib/actions/queries'
import type { Act } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import { ApiError } from '@/lib/http/client'

const undone = {
  acknowledge: 'notAcknowledge',
  complete: 'notComplete',
  cancel: 'notCancel',
  move: 'notMove',
  undo: 'notUndo',
} as const satisfies Record<Act['action'], string>

/** Says why an action was taken back: who was first and when, or what went wrong. */
export function tellFailure(error: unknown, { order, act }: { order: BoardOrder; act: Act }, telling: Telling): void {
  const { t, problems } = telling
  const about = order.serviceId
  const who = nameOf(order, t)
  const last = changeInConflict(error)
  if (last) {
    showToast({ tone: 'bad', title: t('somebodyFirst', { who }), detail: conflictWords(last, telling), about })
    return
  }
  const isSignedOut = error instanceof ApiError && error.problem.status === 401
  const detail = isSignedOut ? t('signInThenTap') : sayProblem(error, problems)
  showToast({ tone: 'bad', title: t(undone[act.action], { who }), detail, about })
}
