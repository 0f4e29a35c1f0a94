'use client'

import { type FormEvent, useState } from 'react'
import { usePerform } from '@/components/board/board-context'
import { nameOf } from '@/components/board/row/customer'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import type { BoardOrder } from '@/lib/board/schema'

type CancelDialogProps = { order: BoardOrder; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

function CancelForm({ order, onClose }: { order: BoardOrder; onClose: () => void }) {
  const t = useWords('board')
  const perform = usePerform()
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    perform(order, { action: 'cancel', ...(reason.trim() && { reason: reason.trim() }) })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={t('cancelReason')}
        hint={t('cancelHint')}
        value={reason}
        onChange={setReason}
        maxLength={500}
        inputClassName="min-h-[52px]"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="ink" size="board" className="flex-1">
          {t('cancelConfirm')}
        </Button>
        <Button tone="outline" size="board" className="flex-1" onPress={onClose}>
          {t('cancelKeep')}
        </Button>
      </div>
    </form>
  )
}

/** Asks before an order is cancelled, and for what reason. */
export function CancelDialog({ order, isOpen, onOpenChange }: CancelDialogProps) {
  const t = useWords('board')
  const title = t('cancelTitle', { orderId: order.orderId, who: nameOf(order, t) })
  return (
    <Dialog title={title} isOpen={isOpen} onOpenChange={onOpenChange}>
      <CancelForm order={order} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}
