'use client'

import { useState } from 'react'
import { nameOf } from '@/components/board/row/customer'
import { useWords } from '@/components/language/language-provider'
import { IconButton } from '@/components/ui/button'
import { Ellipsis } from '@/components/ui/icons'
import { MenuButton } from '@/components/ui/menu-button'
import { onDemand } from '@/components/ui/on-demand'
import type { BoardOrder } from '@/lib/board/schema'

const OrderMenuList = onDemand(() => import('@/components/board/actions/order-menu').then((m) => m.OrderMenuList))
const CancelDialog = onDemand(() => import('@/components/board/actions/cancel-dialog').then((m) => m.CancelDialog))

/** Everything that staff can do with an order beyond the one thing to do next. */
export function OrderMenu({ order }: { order: BoardOrder }) {
  const t = useWords('board')
  const [isCancelling, setIsCancelling] = useState(false)
  return (
    <>
      <MenuButton
        button={(trigger) => (
          <IconButton
            {...trigger}
            label={t('moreFor', { who: nameOf(order, t) })}
            tone="outline"
            size="board"
            className="shrink-0"
          >
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      >
        {(menu) => <OrderMenuList order={order} menu={menu} onCancel={() => setIsCancelling(true)} />}
      </MenuButton>
      {isCancelling && <CancelDialog order={order} isOpen onOpenChange={setIsCancelling} />}
    </>
  )
}
