import { settleMs } from '@/components/board/board-context'
import { isLetter } from '@/components/board/keys/letters'
import { pointed } from '@/components/board/keys/pointed'
import { focusedRow } from '@/components/board/keys/row-props'
import { type Keyed, type Pressed, type Selection, select } from '@/components/board/keys/selection'
import { actionOfKey, type KeyAction } from '@/components/board/keys/shortcuts'
import { nameOf } from '@/components/board/row/customer'
import { idsOnPage, rowOf } from '@/components/board/window/row-lists'
import { showToast } from '@/components/ui/toast'
import { rings } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'

function selectByKey(row: HTMLElement | null, selection: Selection): void {
  pointed.isLast = false
  select(row, selection)
}

function step(by: 1 | -1, selection: Selection): void {
  const ids = idsOnPage()
  const from = ids.indexOf(focusedRow()?.dataset.serviceId ?? selection.serviceId ?? '')
  const at = from < 0 ? 0 : from + by
  selectByKey(rowOf(ids[Math.min(ids.length - 1, Math.max(0, at))]), selection)
}

// A key acts on what keys have selected, and not on what a finger or a mouse has touched, which has the focus as well. Without
// that its first press only selects, the most urgent one where nothing has the focus.
function selectedOrder({ orders }: Keyed, selection: Selection): BoardOrder | undefined {
  const row = focusedRow()
  if (row && !pointed.isLast) return orders.find((order) => order.serviceId === row.dataset.serviceId)
  selectByKey(row ?? rowOf(selection.serviceId) ?? rowOf(idsOnPage()[0]), selection)
  return undefined
}

function acknowledge(keyed: Keyed, selection: Selection): void {
  const order = selectedOrder(keyed, selection)
  if (!order) return
  if (rings(order)) keyed.perform(order, { action: 'acknowledge' })
  else showToast({ tone: 'good', title: keyed.t('nothingToAcknowledge', { who: nameOf(order, keyed.t) }) })
}

function complete(keyed: Keyed, selection: Selection): void {
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

function undo({ orders, perform, undoLast, t }: Keyed, selection: Selection): void {
  const selected = orders.find((order) => order.serviceId === focusedRow()?.dataset.serviceId)
  let undone = undoLast()
  if (!undone && selected?.section === 'Done' && selected.closedBy) {
    perform(selected, { action: 'undo', version: selected.version })
    undone = selected
  }
  if (undone) Object.assign(selection, { serviceId: undone.serviceId, isComing: true })
  else showToast({ tone: 'good', title: t('nothingToUndo'), detail: t('undoLimits') })
}

type Action = Exclude<KeyAction, 'search'>

/** What each key does, but for the one that searches. */
const actions: Record<Action, (keyed: Keyed, selection: Selection) => void> = {
  next: (_, selection) => step(1, selection),
  previous: (_, selection) => step(-1, selection),
  acknowledge,
  complete,
  undo,
  details: () => focusedRow()?.querySelector<HTMLElement>('[data-details]')?.click(),
  help: ({ onHelp }) => onHelp(),
}

// Whoever sees nothing happen for longer presses again.
const longestWaitMs = 3_000

// Whoever types behind it, or a scanner does, has pressed the next key by then: of a word that J or K has begun a little later.
const aloneMs = 150
const ledMs = 450

const acting = new Set<KeyAction>(['acknowledge', 'complete', 'undo'])

// Whoever presses one letter behind another writes a word, but for the keys that lead to a row; and what has just been done may
// be undone at once.
function isOfWord(action: Action, letters: Pressed[]): boolean {
  const [done, ...others] = letters.map(({ key }) => actionOfKey(key))
  return letters.length > 0 && !(action === 'undo' && done && acting.has(done) && others.length === 0)
}

/**
 * Does what a key means, where it is one by itself and no letter of what is typed or scanned: keys that act wait for a moment,
 * and count where no other was pressed meanwhile (`counts`), and no letter just `before`.
 */
export async function act(
  action: Action,
  before: Pressed[],
  pressed: KeyboardEvent,
  counts: () => boolean,
  latest: { current: Keyed },
  selection: Selection,
): Promise<void> {
  if (pressed.repeat && action !== 'next' && action !== 'previous') return
  if (acting.has(action)) {
    const lately = before.filter(({ timeStamp }) => pressed.timeStamp - timeStamp <= settleMs)
    const letters = lately.filter(({ key }) => isLetter(key))
    if (isOfWord(action, letters)) return
    const isLed = lately.length > letters.length
    await new Promise((resolve) => setTimeout(resolve, isLed ? ledMs : aloneMs))
  }
  if (counts() && performance.now() - pressed.timeStamp < longestWaitMs) actions[action](latest.current, selection)
}
