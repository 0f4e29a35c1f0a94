import { nameOf } from '@/components/board/row/customer'
import type { Times } from '@/components/board/times'
import type { Words } from '@/components/language/translator'
import type { Act } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'

/** What it takes to tell how an action went: the words, and the times of the store. */
export type Telling = {
  t: Words<'board'>
  timeline: Words<'timeline'>
  problems: Words<'problems'>
  times: Times
  timeZone: string
}

const done = {
  acknowledge: 'didAcknowledge',
  complete: 'didComplete',
  cancel: 'didCancel',
  move: 'didMove',
  undo: 'didUndo',
} as const satisfies Record<Act['action'], string>

/** "Priya N.: handed over": what was done, once the server has said so. */
export function doneTitle(order: BoardOrder, { action }: Act, t: Words<'board'>): string {
  return t(done[action], { who: nameOf(order, t), section: t(order.section) })
}
