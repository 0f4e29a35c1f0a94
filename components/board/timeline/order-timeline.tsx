'use client'

import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useStoreZone } from '@/components/board/board-context'
import { nameOf } from '@/components/board/row/customer'
import { fullTime } from '@/components/board/times'
import { Button } from '@/components/ui/button'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import type { BoardOrder } from '@/lib/board/schema'
import { actorOf, deedOf } from '@/lib/timeline/model'
import { timelineQuery } from '@/lib/timeline/queries'
import type { TimelineEvent } from '@/lib/timeline/schema'

const sourceNames = { api: 'by API', board: 'at the board', system: 'by itself' } as const

/** By which way it came, and by whose key. */
function sourceOf({ source, actorName }: TimelineEvent): string {
  return source === 'api' && actorName ? `${sourceNames.api}, key “${actorName}”` : sourceNames[source]
}

function Told({ event }: { event: TimelineEvent }) {
  const { changed, reason, replacedBy } = event
  return (
    <>
      {changed.length > 0 && (
        <p className="text-sm text-soft wrap-anywhere">
          Told: <bdi dir="auto">{changed.join(', ')}</bdi>
        </p>
      )}
      {reason && event.eventType !== 'escalated' && (
        <p className="text-sm wrap-anywhere">
          Reason: <bdi dir="auto">{reason}</bdi>
        </p>
      )}
      {replacedBy && (
        <p className="text-sm text-soft">A newer order has this order id: the customer’s app speaks for that one.</p>
      )}
    </>
  )
}

function Happened({ event, zone }: { event: TimelineEvent; zone: string }) {
  return (
    <li className="relative border-l-2 border-line pb-4 pl-5 last:border-transparent last:pb-0 before:absolute before:top-2 before:-left-[6px] before:size-2.5 before:rounded-full before:bg-soft">
      <p className="leading-6 font-medium wrap-anywhere">
        <bdi dir="auto">{actorOf(event)}</bdi> {deedOf(event)}
      </p>
      <p className="text-[13px] leading-5 text-soft wrap-anywhere">
        <time dateTime={event.recordedAt.toISOString()}>{fullTime(event.recordedAt, zone)}</time> · {sourceOf(event)}
      </p>
      <Told event={event} />
    </li>
  )
}

function Waiting() {
  return (
    <Loading label="Loading the timeline">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    </Loading>
  )
}

/** All that happened to an order, newest first, with who did it and which way it came. Loaded when it is opened. */
export function OrderTimeline({ order }: { order: BoardOrder }) {
  const zone = useStoreZone()
  const { data, error, refetch } = useQuery(timelineQuery(order))
  return (
    <section aria-label={`Timeline of ${nameOf(order)}`} className="border-t border-line pt-4">
      <h4 className="mb-3 text-[13px] leading-5 text-soft">Timeline</h4>
      {!data && !error && <Waiting />}
      {!data && error && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1">The timeline could not be loaded. {error.message}</p>
          <Button tone="outline" size="board" onPress={() => void refetch()}>
            <RotateCw aria-hidden="true" className="size-4" />
            Try again
          </Button>
        </div>
      )}
      {data && (
        <ol>
          {data.events.map((event) => (
            <Happened key={event.sequence} event={event} zone={zone} />
          ))}
        </ol>
      )}
      {data?.hasEarlier && <p className="mt-3 text-sm text-soft">What happened before these is not shown.</p>}
    </section>
  )
}
