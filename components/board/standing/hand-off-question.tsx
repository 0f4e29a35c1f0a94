'use client'

import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { moveFocus, useAct, useLeaveAsking } from '@/components/board/board-context'
import { nameOf } from '@/components/board/row/customer'
import type { AlikeOrder } from '@/components/board/standing/row-standing'
import { useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'
import { Button } from '@/components/ui/button'
import type { PressEvent } from '@/components/ui/plain-button'
import type { BoardOrder } from '@/lib/board/schema'

type HandOffQuestionProps = {
  order: BoardOrder
  alike: AlikeOrder[]
  onHandedOver?: (press: PressEvent, row: Element | null) => void
}

/** "Another Smith is in bay 4.": what staff must know before they hand over. */
export function alikeSentence({ by, isSame, name, plate, bay, section }: AlikeOrder, t: Words<'board'>): string {
  const where = section === 'Arrived' && bay ? t('whereBay', { bay }) : t(`where${section}`)
  if (by === 'plate') return t('alikePlateSaid', { plate, where })
  return t(isSame ? 'alikeSameSaid' : 'alikeNameSaid', { name, where })
}

/**
 * One more tap where the wrong customer might be served. It stands in its row, not over the board: whoever rings meanwhile
 * can be acknowledged. Its button is not where the first tap was.
 */
export function HandOffQuestion({ order, alike, onHandedOver }: HandOffQuestionProps) {
  const t = useWords('board')
  const act = useAct()
  const leaveAsking = useLeaveAsking()
  const id = useId()
  const boxRef = useRef<HTMLFieldSetElement>(null)
  // Of whoever has just asked for it in this row. Drawn anew later, it takes no focus from where somebody types or presses.
  useEffect(() => {
    const box = boxRef.current
    if (box?.closest('li')?.contains(document.activeElement)) moveFocus(box.querySelector('button'))
  }, [])

  const leave = () => {
    const row = boxRef.current?.closest('li')
    leaveAsking()
    const acting = row?.querySelector<HTMLElement>('[data-act] button') ?? row?.querySelector('button')
    acting?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    leave()
  }
  const confirm = (press: PressEvent) => {
    const row = press.target.closest('li')
    if (act(order, 'complete', press, true)) onHandedOver?.(press, row)
  }
  return (
    <fieldset
      ref={boxRef}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3 border-t-2 border-late bg-late-tint py-3 pe-3 ps-5"
    >
      <TriangleAlert aria-hidden="true" className="size-6 shrink-0 text-late" />
      <p id={id} role="alert" className="min-w-0 flex-1 basis-56 wrap-anywhere">
        {alike.map((other) => (
          <span key={other.orderId}>
            {alikeSentence(other, t)} <span className="text-soft">(#{other.orderId})</span>{' '}
          </span>
        ))}
        <strong className="block">{t('checkNumber', { orderId: order.orderId })}</strong>
      </p>
      <div className="flex w-full gap-2.5 @2xl:w-auto">
        <Button
          tone="ink"
          size="board"
          onPress={confirm}
          aria-label={t('yesHandOverNamed', { who: nameOf(order, t), orderId: order.orderId })}
          className="min-w-0 flex-1"
        >
          {t('yesHandOver')}
        </Button>
        <Button tone="outline" size="board" onPress={leave}>
          {t('notYet')}
        </Button>
      </div>
    </fieldset>
  )
}
