'use client'

import { useEffect, useRef } from 'react'
import { focusedRow } from '@/components/board/keys/row-props'
import { type Keyed, type Pressed, type Selection, select } from '@/components/board/keys/selection'
import { actionOf } from '@/components/board/keys/shortcuts'
import { rowOf } from '@/components/board/window/row-lists'
import { useWords } from '@/components/language/language-provider'
import { codeOnDemand } from '@/components/ui/on-demand'
import { showToast } from '@/components/ui/toast'

const keyActions = codeOnDemand(() => import('@/components/board/keys/key-actions'))

const modifier = /Shift|Control|Alt|Meta/

// Whoever types, or chooses from a menu, means letters.
const overlay = '[role="menu"], [role="listbox"], [role="dialog"]'
const elsewhere = `input, textarea, select, [contenteditable="true"], ${overlay}`

/** Everything by keyboard: J and K select, A, C and U act. Not while somebody types, nor with Ctrl, Alt or Meta. */
export function useBoardKeys(keyed: Keyed): void {
  const problems = useWords('problems')
  const latest = useRef(keyed)
  const selection = useRef<Selection>({ serviceId: null, row: null, isComing: false }).current

  // A row that moves to another section is another element: the focus goes with the order.
  useEffect(() => {
    latest.current = keyed
    const { serviceId, row, isComing } = selection
    const isLost = row?.isConnected === false && document.activeElement === document.body
    if (serviceId === null || document.querySelector(overlay)) return
    if (isComing || isLost) select(rowOf(serviceId), selection)
  })

  useEffect(() => {
    let taps = 0
    let waiting = 0
    let pressed: Pressed[] = []
    const onKey = (event: KeyboardEvent) => {
      const before = pressed
      if (!event.repeat && !modifier.test(event.key)) {
        taps += 1
        pressed = [...before.slice(-9), event]
      }
      const action = actionOf(event)
      const target = event.target as Element
      if (!action || target.closest(elsewhere)) return
      // Enter presses a button that has the focus; only on a row itself does it open the details.
      if (action === 'details' && target !== focusedRow()) return
      event.preventDefault()
      // At once, and what was pressed before takes the focus from there no more: the letters behind it are searched for.
      if (action === 'search') {
        selection.isComing = false
        document.querySelector<HTMLElement>('input[type="search"]')?.focus()
        return
      }
      // Where their code is still to come one key waits for it, and not for long; of several none counts, for the last would act
      // where those before have not led. Whoever sees nothing happen presses again.
      const then = waiting === 0 ? taps : -1
      waiting += 1
      void keyActions()
        .then(
          ({ act }) => void act(action, before, event, () => then === taps, latest, selection),
          () => showToast({ tone: 'bad', title: problems('unreachable') }),
        )
        .finally(() => {
          waiting -= 1
        })
    }
    // A finger or a mouse goes its own way: the focus must not pull the page back to where the keys were.
    const onPointer = () => {
      taps += 1
      Object.assign(selection, { serviceId: null, row: null, isComing: false })
    }
    // Before what keeps a key from the page: the end of a code ends it.
    window.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [selection, problems])
}
