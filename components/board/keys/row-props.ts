import { nameOf } from '@/components/board/row/customer'
import type { Words } from '@/components/language/translator'
import type { BoardOrder } from '@/lib/board/schema'
import { type ChosenFace, faceOf } from '@/lib/board/ticket-face'

/** What makes a row one that keys can select: who looks up its order finds it, who hears the page hears its name. */
export function rowProps(order: BoardOrder, ticketFace: ChosenFace, t: Words<'board'>) {
  const { bay } = faceOf(order.hsFields, ticketFace)
  const told = { who: nameOf(order, t), orderId: order.orderId, section: t(order.section) }
  return {
    'data-service-id': order.serviceId,
    tabIndex: -1,
    'aria-label': bay ? t('rowInBay', { ...told, bay }) : t('row', told),
  }
}

const selector = 'li[data-service-id]'

/** The row that has the focus, or something in it. */
export const focusedRow = () => document.activeElement?.closest<HTMLElement>(selector) ?? null
