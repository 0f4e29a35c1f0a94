import { focusedRow } from '@/components/board/keys/row-props'
import { type Selection, type Spoken, select } from '@/components/board/keys/selection'
import type { KeyAction } from '@/components/board/keys/shortcuts'
import { nameOf } from '@/components/board/row/customer'
import { idsOnPage, rowOf } from '@/components/board/window/row-lists'
import { showToast } from '@/components/ui/toast'
import { rings } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'

function step(by: 1 | -1, selection: Selection): void {
  const ids = idsOnPage()
  const from = ids.indexOf(focusedRow()?.dataset.serviceId ?? selection.serviceId ?? '')
  const at = from < 0 ? 0 : from + by
  select(rowOf(ids[Math.min(ids.length - 1, Math.max(0, at))]), selection)
}

// A key acts on what is seen to be selected. Without that its first press only selects, the most urgent one at first.
function selectedOrder({ orders }: Spoken, selection: Selection): BoardOrder | undefined {
  const row = focusedRow()
  if (row) return orders.find((order) => order.serviceId === row.dataset.serviceId)
  select(rowOf(selection.serviceId) ?? rowOf(idsOnPage()[0]), selection)
  return undefined
}

function acknowledge(keyed: Spoken, selection: Selection): void {
  const order = selectedOrder(keyed, selection)
  if (!order) return
  if (rings(order)) keyed.perform(order, { action: 'acknowledge' })
  else showToast({ tone: 'good', title: keyed.t('nothingToAcknowledge', { who: nameOf(order, keyed.t) }) })
}

function complete(keyed: Spoken, selection: Selection): void {
  const order = selectedOrder(keyed, selection)
  if (!order) return
  if (order.section === 'Done') {
    showToast({ tone: 'good', title: keyed.t('closedAlready', { who: nameOf(order, keyed.t) }) })
    return
  }
  // The row is about to leave: its neighbour is next.
  const ids = idsOnPage()
  const at = ids.indexOf(order.serviceId)
  // One that asks first stays where it is, and has the focus for the answer.
  if (keyed.perform(order, { action: 'complete' })) select(rowOf(ids[at + 1] ?? ids[at - 1]), selection)
}

function undo({ orders, perform, undoLast, t }: Spoken, selection: Selection): void {
  const selected = orders.find((order) => order.serviceId === focusedRow()?.dataset.serviceId)
  let undone = undoLast()
  if (!undone && selected?.section === 'Done' && selected.closedBy) {
    perform(selected, { action: 'undo', version: selected.version })
    undone = selected
  }
  if (undone) Object.assign(selection, { serviceId: undone.serviceId, isComing: true })
  else showToast({ tone: 'good', title: t('nothingToUndo'), detail: t('undoLimits') })
}

/** What each key does, but for the one that searches. */
export const actions: Record<Exclude<KeyAction, 'search'>, (keyed: Spoken, selection: Selection) => void> = {
  next: (_, selection) => step(1, selection),
  previous: (_, selection) => step(-1, selection),
  acknowledge,
  complete,
  undo,
  details: () => focusedRow()?.querySelector<HTMLElement>('[data-details]')?.click(),
  help: ({ onHelp }) => onHelp(),
}
