'use client'

import { useEffect, useRef } from 'react'
import type { CheckedPerform } from '@/components/board/board-context'
import { focusedRow, rowOf, rowsOnPage } from '@/components/board/keys/row-props'
import { actionOf, type KeyAction } from '@/components/board/keys/shortcuts'
import { nameOf } from '@/components/board/row/customer'
import { useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'
import { showToast } from '@/components/ui/toast'
import { rings } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'

type Keyed = {
  orders: BoardOrder[]
  perform: CheckedPerform
  undoLast: () => BoardOrder | null
  onHelp: () => void
}

type Spoken = Keyed & { t: Words<'board'> }

/** The row that keys have selected: it has the focus, and gets it again where it moves to. */
type Selection = { serviceId: string | null; row: HTMLElement | null; isComing: boolean }

// Whoever types, or chooses from a menu, means letters.
const overlay = '[role="menu"], [role="listbox"], [role="dialog"]'
const elsewhere = `input, textarea, select, [contenteditable="true"], ${overlay}`

function select(row: HTMLElement | undefined, selection: Selection): void {
  if (!row) return
  Object.assign(selection, { serviceId: row.dataset.serviceId ?? null, row, isComing: false })
  row.focus()
}

function step(by: 1 | -1, selection: Selection): void {
  const rows = rowsOnPage()
  const from = focusedRow() ?? rowOf(selection.serviceId ?? '')
  const at = from ? rows.indexOf(from) + by : 0
  select(rows[Math.min(rows.length - 1, Math.max(0, at))], selection)
}

// A key acts on what is seen to be selected. Without that its first press only selects, the most urgent one at first.
function selectedOrder({ orders }: Spoken, selection: Selection): BoardOrder | undefined {
  const row = focusedRow()
  if (row) return orders.find((order) => order.serviceId === row.dataset.serviceId)
  select(rowOf(selection.serviceId ?? '') ?? rowsOnPage()[0], selection)
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
  const rows = rowsOnPage()
  const at = rows.findIndex((row) => row.dataset.serviceId === order.serviceId)
  // One that asks first stays where it is, and has the focus for the answer.
  if (keyed.perform(order, { action: 'complete' })) select(rows[at + 1] ?? rows[at - 1], selection)
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

const actions: Record<KeyAction, (keyed: Spoken, selection: Selection) => void> = {
  next: (_, selection) => step(1, selection),
  previous: (_, selection) => step(-1, selection),
  acknowledge,
  complete,
  undo,
  details: () => focusedRow()?.querySelector<HTMLElement>('[data-details]')?.click(),
  search: () => document.querySelector<HTMLElement>('input[type="search"]')?.focus(),
  help: ({ onHelp }) => onHelp(),
}

/** Everything by keyboard: J and K select, A, C and U act. Not while somebody types, nor with Ctrl, Alt or Meta. */
export function useBoardKeys(keyed: Keyed): void {
  const t = useWords('board')
  const latest = useRef({ ...keyed, t })
  const selection = useRef<Selection>({ serviceId: null, row: null, isComing: false }).current

  // A row that moves to another section is another element: the focus goes with the order.
  useEffect(() => {
    latest.current = { ...keyed, t }
    const { serviceId, row, isComing } = selection
    const isLost = row?.isConnected === false && document.activeElement === document.body
    if (serviceId === null || document.querySelector(overlay)) return
    if (isComing || isLost) select(rowOf(serviceId), selection)
  })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event)
      const target = event.target as Element
      if (!action || event.defaultPrevented || target.closest(elsewhere)) return
      // Enter presses a button that has the focus; only on a row itself does it open the details.
      if (action === 'details' && target !== focusedRow()) return
      if (event.repeat && action !== 'next' && action !== 'previous') return
      event.preventDefault()
      actions[action](latest.current, selection)
    }
    // A finger or a mouse goes its own way: the focus must not pull the page back to where the keys were.
    const onPointer = () => Object.assign(selection, { serviceId: null, row: null, isComing: false })
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [selection])
}
