'use client'

import { ArrowLeft, EyeOff } from 'lucide-react'
import Link from 'next/link'
import { BoardContextProvider } from '@/components/board/board-context'
import { OrderDetails } from '@/components/board/row/order-details'
import { useTimes } from '@/components/board/times'
import { useClocks } from '@/components/insights/figures/clocks'
import { useWords } from '@/components/language/language-provider'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { BoardOrder, BoardStore } from '@/lib/board/schema'
import { hidesNothing } from '@/lib/privacy/model'
import { secondsBetween } from '@/lib/waits/model'

type PastOrderProps = { order: BoardOrder; store: BoardStore; redactedAt: Date | null; insightsPath: string }

// An order is only looked at here.
const nothing = () => false
const lastTap = { atMs: 0, serviceId: '', action: null }

/** An order with all that happened to it, whether it stands on a board or was over long ago. */
export function PastOrder({ order, store, redactedAt, insightsPath }: PastOrderProps) {
  const t = useWords('insights')
  const { fullTime } = useTimes()
  const told = Object.entries(order.hsFields).filter(([, value]) => value.trim() !== '')
  return (
    <>
      <PageHeader title={t('orderNamed', { orderId: order.orderId })}>
        <Link href={insightsPath} className={buttonClass()}>
          <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
          {t('title')}
        </Link>
      </PageHeader>
      <h2 className="mb-4 text-soft">
        <bdi>{order.customerName || t('noName')}</bdi> · <bdi>{store.name}</bdi>
      </h2>
      <Waited order={order} goalSeconds={store.settings.goalSeconds} />
      {redactedAt && (
        <p className="mb-4 flex items-start gap-2 text-soft">
          <EyeOff aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {t('redacted', { time: fullTime(redactedAt, store.timeZone, 0) })}
        </p>
      )}
      <Card className="overflow-hidden">
        <h3 className="sr-only">{t('order')}</h3>
        <BoardContextProvider
          value={{
            timeZone: store.timeZone,
            settings: store.settings,
            maskedBy: hidesNothing,
            isLongAgo: true,
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

/** How long its customer waited, where they were handed it; begun seconds are not counted, as everywhere in insights. */
function Waited({ order, goalSeconds }: { order: BoardOrder; goalSeconds: number }) {
  const t = useWords('insights')
  const { clock } = useClocks()
  const { status, arrivedAt, closedAt } = order
  if (status !== 'Completed' || !arrivedAt || !closedAt) return null
  return (
    <p className="mb-4 flex flex-wrap items-baseline gap-x-2">
      <span className="text-soft">{t('wait')}</span>
      <strong className="font-sign text-[44px] leading-[46px] font-bold">
        {clock(secondsBetween(arrivedAt, closedAt.getTime()))}
      </strong>
      <span className="text-soft">{t('goal', { goal: clock(goalSeconds) })}</span>
    </p>
  )
}
