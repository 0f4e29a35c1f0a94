import type { CheckedPerform } from '@/components/board/board-context'
import type { Words } from '@/components/language/translator'
import type { BoardOrder } from '@/lib/board/schema'

export type Keyed = {
  orders: BoardOrder[]
  perform: CheckedPerform
  undoLast: () => BoardOrder | null
  onHelp: () => void
  t: Words<'board'>
}

/** A key that somebody has pressed, and when. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'timeStamp'>

/** The row that keys have selected: it has the focus, and gets it again where it moves to. */
export type Selection = { serviceId: string | null; row: HTMLElement | null; isComing: boolean }

/** Has the focus on it. */
export function select(row: HTMLElement | null, selection: Selection): void {
  if (!row) return
  Object.assign(selection, { serviceId: row.dataset.serviceId ?? null, row, isComing: false })
  row.focus()
}
