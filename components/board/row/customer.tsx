import type { BoardOrder } from '@/lib/board/schema'

/** How a customer is called where nothing can be left out. */
export const nameOf = (order: BoardOrder) => order.customerName.trim() || `order ${order.orderId}`

/** Name and order id; long ones wrap to two lines, and are whole among the details. */
export function Customer({ order, size = 'large' }: { order: BoardOrder; size?: 'large' | 'small' }) {
  const name = order.customerName.trim()
  return (
    <h3 className="min-w-0">
      <span
        className={
          size === 'large'
            ? 'line-clamp-2 text-[21px] leading-7 font-bold wrap-anywhere'
            : 'line-clamp-2 text-[17px] leading-6 font-semibold wrap-anywhere'
        }
        title={name || undefined}
      >
        {name ? <bdi dir="auto">{name}</bdi> : <span className="text-soft">No name</span>}{' '}
        <bdi
          dir="auto"
          title={order.orderId}
          className="inline-block max-w-[16ch] truncate align-bottom text-[15px] font-medium text-soft"
        >
          #{order.orderId}
        </bdi>
      </span>
    </h3>
  )
}
