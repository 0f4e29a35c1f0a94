import clsx from 'clsx/lite'
import { Marked } from '@/components/board/search/search-words'
import { useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'
import type { BoardOrder } from '@/lib/board/schema'

/** How a customer is called where nothing can be left out. */
export const nameOf = (order: Pick<BoardOrder, 'customerName' | 'orderId'>, t: Words<'board'>) =>
  order.customerName.trim() || t('orderNamed', { orderId: order.orderId })

/** Name and order id; a long name wraps to two lines, and is whole among the details. */
export function Customer({ order, size = 'large' }: { order: BoardOrder; size?: 'large' | 'small' }) {
  const t = useWords('board')
  const name = order.customerName.trim()
  return (
    <h3 className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      <span
        className={clsx(
          'line-clamp-2 max-w-full wrap-anywhere',
          size === 'large' ? 'text-[21px] leading-7 font-bold' : 'text-[17px] leading-6 font-semibold',
        )}
        title={name || undefined}
      >
        {name ? (
          <bdi dir="auto">
            <Marked>{name}</Marked>
          </bdi>
        ) : (
          <span className="text-soft">{t('noName')}</span>
        )}
      </span>{' '}
      <bdi
        dir="auto"
        title={order.orderId}
        className="max-w-[min(100%,16ch)] truncate text-[15px] font-medium text-soft"
      >
        #<Marked kind="loose">{order.orderId}</Marked>
      </bdi>
    </h3>
  )
}
