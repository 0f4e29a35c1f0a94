'use client'

import Link from 'next/link'
import { useQueryStates } from 'nuqs'
import { dateAndTime } from '@/components/entries/times'
import { useClocks } from '@/components/insights/figures/clocks'
import { addressParsers, writeAddress } from '@/components/insights/filters/address'
import { useWords } from '@/components/language/language-provider'
import { Card } from '@/components/ui/card'
import { pastOrderPath } from '@/lib/insights/queries'
import type { InsightsView } from '@/lib/insights/schema'

/** The worst waits, each with a way to all that happened to its order. */
export function LongestWaits({ view }: { view: InsightsView }) {
  const t = useWords('insights')
  const dates = useWords('entries')
  const { clock } = useClocks()
  // The order's page leads back to what is looked at here.
  const [address] = useQueryStates(addressParsers)
  const stores = new Map(view.stores.map((store) => [store.destinationId, store]))
  if (view.longest.length === 0) return null
  return (
    <Card className="flex min-w-0 flex-col gap-2 p-4">
      <h2 className="font-sign text-2xl leading-8 font-bold">{t('longest')}</h2>
      <ol className="gap-x-8 lg:columns-2">
        {view.longest.map((wait) => {
          const store = stores.get(wait.destinationId)
          return (
            <li key={wait.serviceId} className="break-inside-avoid border-b border-line">
              <Link
                href={`${pastOrderPath({ projectId: view.projectId, serviceId: wait.serviceId })}${writeAddress(address)}`}
                prefetch={false}
                className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-x-3 rounded-chip px-1.5 py-2 hover:bg-well focus-visible:-outline-offset-3"
              >
                <strong className="text-end font-sign text-2xl leading-7 font-bold">{clock(wait.waitSeconds)}</strong>
                <span className="min-w-0">
                  <span className="block truncate font-semibold text-way underline decoration-line underline-offset-4">
                    <bdi>{t('orderNamed', { orderId: wait.orderId })}</bdi>
                  </span>
                  <span className="block text-sm text-soft">
                    <bdi>{store?.name ?? wait.destinationId}</bdi> ·{' '}
                    {dateAndTime(wait.arrivedAt, store?.timeZone ?? 'UTC', dates)}
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
