'use client'

import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMaskedBy } from '@/components/board/board-context'
import { nameOf } from '@/components/board/row/customer'
import { richDeed } from '@/components/board/timeline/deed'
import { useFullTime } from '@/components/board/timeline/full-time'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import type { Words } from '@/components/language/translator'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import type { BoardOrder } from '@/lib/board/schema'
import { timelineQuery } from '@/lib/timeline/queries'
import type { TimelineEvent } from '@/lib/timeline/schema'

const isolated = (chunks: ReactNode) => <bdi dir="auto">{chunks}</bdi>

/** By which way it came, and by whose key. */
function sourceOf({ source, actorName }: TimelineEvent, t: Words<'timeline'>): string {
  return source === 'api' && actorName ? t('apiKey', { name: actorName }) : t(source)
}

function Told({ event }: { event: TimelineEvent }) {
  const t = useWords('timeline')
  const { changed, isMoreChanged, reason, replacedBy } = event
  const fields = [...changed, ...(isMoreChanged ? ['…'] : [])].join(', ')
  return (
    <>
      {changed.length > 0 && (
        <p className="text-sm text-soft wrap-anywhere">{t.rich('told', { b: isolated, fields })}</p>
      )}
      {reason && event.eventType !== 'escalated' && (
        <p className="text-sm wrap-anywhere">{t.rich('reason', { b: isolated, reason })}</p>
      )}
      {replacedBy && <p className="text-sm text-soft">{t('replaced')}</p>}
    </>
  )
}

function Happened({ event }: { event: TimelineEvent }) {
  const t = useWords('timeline')
  const board = useWords('board')
  const fullTime = useFullTime()
  return (
    <li className="relative border-s-2 border-line pb-4 ps-5 last:border-transparent last:pb-0 before:absolute before:top-2 before:-start-[6px] before:size-2.5 before:rounded-full before:bg-soft">
      <p className="leading-6 font-medium wrap-anywhere">{richDeed(event, t, board, isolated)}</p>
      <p className="text-[13px] leading-5 text-soft wrap-anywhere">
        <time dateTime={event.recordedAt.toISOString()}>{fullTime(event.recordedAt)}</time> · {sourceOf(event, t)}
      </p>
      {event.isTest && <Chip tone="due">{t('testKey')}</Chip>}
      <Told event={event} />
    </li>
  )
}

function Waiting() {
  const t = useWords('timeline')
  return (
    <Loading label={t('loading')}>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    </Loading>
  )
}

/** All that happened to an order, newest first, with who did it and which way it came. Loaded when it is opened. */
export function OrderTimeline({ order }: { order: BoardOrder }) {
  const t = useWords('timeline')
  const board = useWords('board')
  const ui = useWords('ui')
  const problems = useWords('problems')
  const { data, error, refetch } = useQuery(timelineQuery(order, useMaskedBy()))
  return (
    <section aria-label={t('titleOf', { who: nameOf(order, board) })} className="border-t border-line pt-4">
      <h4 className="mb-3 text-[13px] leading-5 text-soft">{t('title')}</h4>
      {!data && !error && <Waiting />}
      {!data && error && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1">
            {t('failed')} {sayProblem(error, problems)}
          </p>
          <Button tone="outline" size="board" onPress={() => void refetch()}>
            <RotateCw aria-hidden="true" className="size-4" />
            {ui('tryAgain')}
          </Button>
        </div>
      )}
      {data?.events.length === 0 && <p className="text-soft">{t('nothing')}</p>}
      {data && data.events.length > 0 && (
        <ol>
          {data.events.map((event) => (
            <Happened key={event.id} event={event} />
          ))}
        </ol>
      )}
      {data?.hasEarlier && <p className="mt-3 text-sm text-soft">{t('earlier')}</p>}
    </section>
  )
}
