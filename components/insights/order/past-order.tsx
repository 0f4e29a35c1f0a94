'use client'

import { ArrowLeft, EyeOff } from 'lucide-react'
import Link from 'next/link'
import { BoardContextProvider } from '@/components/board/board-context'
import { OrderDetails } from '@/components/board/row/order-details'
import { useTimes } from '@/components/board/times'
import { useWords } from '@/components/language/language-provider'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { BoardOrder, BoardStore } from '@/lib/board/schema'

type PastOrderProps = { order: BoardOrder; store: BoardStore; redactedAt: Date | null }

// An order is only looked at here.
const nothing = () => false
const lastTap = { atMs: 0, serviceId: '', action: null }

/** An order with all that happened to it, whether it stands on a board or was over long ago. */
export function PastOrder({ order, store, redactedAt }: PastOrderProps) {
  const t = useWords('insights')
  const { fullTime } = useTimes()
  const told = Object.entries(order.hsFields).filter(([, value]) => value.trim() !== '')
  return (
    <>
      <PageHeader title={t('orderNamed', { orderId: order.orderId })}>
        <Link href={`/insights?${new URLSearchParams({ project: order.projectId })}`} className={buttonClass()}>
          <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
          {t('title')}
        </Link>
      </PageHeader>
      <h2 className="mb-4 text-soft">
        <bdi>{order.customerName || t('noName')}</bdi> · <bdi>{store.name}</bdi>
      </h2>
      {redactedAt && (
        <p className="mb-4 flex items-start gap-2 text-soft">
          <EyeOff aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {t('redacted', { time: fullTime(redactedAt, store.timeZone) })}
        </p>
      )}
      <Card className="overflow-hidden">
        <h3 className="sr-only">{t('order')}</h3>
        <BoardContextProvider
          value={{
            timeZone: store.timeZone,
            settings: store.settings,
            perform: nothing,
            leaveAsking: nothing,
            lastTap,
          }}
        >
          <OrderDetails order={{ ...order, hsFields: Object.fromEntries(told) }} />
        </BoardContextProvider>
      </Card>
    </>
  )
}
