import { nameOf } from '@/components/board/row/customer'
import { timeOfDay } from '@/components/board/times'
import { showToast } from '@/components/ui/toast'
import { changeInConflict } from '@/lib/actions/queries'
import type { Act } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import { ApiError } from '@/lib/http/client'
import { actorOf, deedOf, sectionNames } from '@/lib/timeline/model'

/** "Priya N.: handed over": what was done, once the server has said so. */
export function doneTitle(order: BoardOrder, { action }: Act): string {
  const section = sectionNames[order.section] ?? order.section
  const done: Record<Act['action'], string> = {
    acknowledge: 'acknowledged',
    complete: 'handed over',
    cancel: 'cancelled',
    move: `moved to ${section}`,
    undo: `back in ${section}`,
  }
  return `${nameOf(order)}: ${done[action]}`
}

const undone: Record<Act['action'], string> = {
  acknowledge: 'is not acknowledged',
  complete: 'is not handed over',
  cancel: 'is not cancelled',
  move: 'is not moved',
  undo: 'stays as it is',
}

/** Says why an action was taken back: who was first and when, or what went wrong. */
export function tellFailure(error: unknown, { order, act }: { order: BoardOrder; act: Act }, timeZone: string): void {
  const about = order.serviceId
  const who = nameOf(order)
  const last = changeInConflict(error)
  if (last) {
    const detail = `${actorOf(last)} ${deedOf(last)} at ${timeOfDay(last.recordedAt, timeZone)}.`
    showToast({ tone: 'bad', title: `${who}: somebody was first`, detail, about })
    return
  }
  const isSignedOut = error instanceof ApiError && error.problem.status === 401
  const reason = error instanceof Error ? error.message : undefined
  const detail = isSignedOut ? 'Sign in, then tap again.' : reason
  const title = `${who} ${undone[act.action]}`
  showToast({ tone: 'bad', title, detail, about })
}
