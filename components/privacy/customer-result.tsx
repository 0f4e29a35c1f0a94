'use client'

import { Download, Eraser } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { EraseQuestion } from '@/components/privacy/erase-question'
import { Button } from '@/components/ui/button'
import { showToast } from '@/components/ui/toast'
import { useOnce } from '@/components/ui/use-once'
import type { Asked } from '@/lib/customers/model'
import { exportCustomer } from '@/lib/customers/queries'
import type { CustomerFound } from '@/lib/customers/schema'

function saveAs(name: string, json: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(json, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

function Orders({ orders }: Pick<CustomerFound, 'orders'>) {
  const t = useWords('privacy')
  const locale = useLocale()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  return (
    <ul aria-label={t('orders')} className="max-h-80 divide-y divide-line overflow-auto border-y border-line">
      {orders.map(({ orderId, destinationId, customerName, createdAt }) => (
        <li
          key={`${destinationId} ${orderId} ${createdAt.getTime()}`}
          className="flex flex-wrap gap-x-4 gap-y-0.5 py-2.5"
        >
          <strong className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">
            <bdi>{customerName || t('noName')}</bdi>
          </strong>
          <span className="min-w-0 wrap-anywhere text-soft">
            #<bdi>{orderId}</bdi> · <bdi>{destinationId}</bdi>
          </span>
          <time dateTime={createdAt.toISOString()} className="text-soft tabular-nums">
            {format.format(createdAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}

type CustomerResultProps = { projectId: string; asked: Asked; result: CustomerFound; onErased: () => void }

/** What is kept of a customer, and the two things to do about it. */
export function CustomerResult({ projectId, asked, result, onErased }: CustomerResultProps) {
  const t = useWords('privacy')
  const problems = useWords('problems')
  const [isAsking, setAsking] = useState(false)
  const { found, orders } = result
  const exporting = useOnce({
    mutationFn: () => exportCustomer(projectId, asked),
    onSuccess: (json) => {
      saveAs('customer.json', json)
      const counts = {
        ...{ orders: json.orders.length, allOrders: json.found.orders },
        ...{ count: json.entries.length, all: json.found.entries },
      }
      if (!json.isWhole) showToast({ tone: 'bad', title: t('exportCut', counts) })
    },
    onError: (error) => showToast({ tone: 'bad', title: t('exportFailed'), detail: sayProblem(error, problems) }),
  })
  if (found.orders + found.entries + found.requests + found.views === 0)
    return <p className="font-semibold">{t('nothing')}</p>
  return (
    <div className="flex flex-col gap-4">
      <p className="font-semibold">{t('found', found)}</p>
      {orders.length > 0 && <Orders orders={orders} />}
      {found.orders > orders.length && <p className="text-sm text-soft">{t('newest', { count: orders.length })}</p>}
      <div className="flex flex-wrap gap-3">
        <Button className="min-h-[48px]" isPending={exporting.isPending} onPress={() => exporting.mutate()}>
          <Download aria-hidden="true" className="size-4" />
          {t('export')}
        </Button>
        <Button className="min-h-[48px] text-over" onPress={() => setAsking(true)}>
          <Eraser aria-hidden="true" className="size-4" />
          {t('erase')}
        </Button>
      </div>
      <EraseQuestion
        projectId={projectId}
        asked={asked}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onErased={onErased}
      />
    </div>
  )
}
