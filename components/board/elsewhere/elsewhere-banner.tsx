'use client'

import clsx from 'clsx/lite'
import { BellOff, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMaskedBy } from '@/components/board/board-context'
import {
  useAcknowledgeElsewhere,
  useElsewhere,
  useElsewhereTone,
  useEscalated,
} from '@/components/board/elsewhere/use-elsewhere'
import { useSettled } from '@/components/board/elsewhere/use-settled'
import { useClock } from '@/components/board/live/server-clock'
import { nameOf } from '@/components/board/row/customer'
import { useWords } from '@/components/language/language-provider'
import { Button, ButtonLink, IconButton } from '@/components/ui/button'
import { boardPath, type StoreRef } from '@/lib/board/queries'
import type { RingingStore } from '@/lib/escalations/schema'
import { secondsBetween, waitClock, waitSpoken } from '@/lib/waits/model'

type Escalated = RingingStore & { escalation: NonNullable<RingingStore['escalation']> }

const isolated = (chunks: ReactNode) => <bdi dir="auto">{chunks}</bdi>

function Words({ store: { name, ringing, isAtLeast, escalation }, isBrief }: Pick<CardProps, 'store' | 'isBrief'>) {
  const t = useWords('elsewhere')
  const times = useWords('times')
  const seconds = useClock((nowMs) => secondsBetween(escalation.since, nowMs))
  const { count, reason } = escalation
  const more = isAtLeast && count === ringing ? 'yes' : 'no'
  const wait = (chunks: ReactNode) => (
    <>
      <span aria-hidden="true">{chunks}</span>
      <span className="sr-only">{times(...waitSpoken(seconds))}</span>
    </>
  )
  return (
    <div className={clsx('min-w-0 flex-1', isBrief ? 'basis-32' : 'basis-56')}>
      <p className={clsx('font-bold wrap-anywhere', isBrief && 'max-sm:line-clamp-2 max-sm:text-sm')}>
        {t.rich('waiting', { b: isolated, store: name, count, more })}
      </p>
      <p className={clsx('text-sm text-soft', isBrief && 'max-sm:sr-only')}>
        {t.rich('why', { wait, reason, clock: times(...waitClock(seconds)) })}
      </p>
    </div>
  )
}

/** `isBrief`: beside arrivals of its own, a phone has room for a line. */
type CardProps = { store: Escalated; here: StoreRef; isBrief: boolean; onQuiet: () => void }

function StoreCard({ store, here, isBrief, onQuiet }: CardProps) {
  const t = useWords('elsewhere')
  const board = useWords('board')
  const { mutate, isPending } = useAcknowledgeElsewhere(here)
  const { isEcho, press } = useSettled()
  const [first] = store.escalation.waiting
  const name = first && nameOf(first, board)
  const maskedBy = useMaskedBy()
  const unnamed = first && nameOf({ ...first, customerName: '' }, board)
  const { projectId } = store
  return (
    <li
      className={clsx(
        'pointer-events-auto flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border-2 border-way bg-card py-2.5 pe-2.5 ps-4 text-ink shadow-float',
        isBrief && 'max-sm:py-1 max-sm:pe-1',
      )}
    >
      <Store aria-hidden="true" className="size-6 shrink-0 text-way max-sm:hidden" />
      <Words store={store} isBrief={isBrief} />
      <div className={clsx('flex min-w-0 flex-wrap gap-2', !isBrief && 'max-sm:w-full')}>
        {first && name && unnamed && (
          <Button
            tone="ink"
            size="board"
            isPending={isPending}
            aria-label={t('acknowledge', { who: name })}
            className={clsx('min-w-0', isBrief ? 'max-sm:hidden' : 'max-sm:flex-1 max-sm:px-3')}
            onPress={(event) =>
              press(event, () =>
                mutate({ projectId, serviceId: first.serviceId, name, unnamed, maskedBy, storeName: store.name }),
              )
            }
          >
            <span className="max-w-64 truncate">{t('acknowledge', { who: name })}</span>
          </Button>
        )}
        <ButtonLink
          size="board"
          href={boardPath(store)}
          aria-label={t('openNamed', { store: store.name })}
          onClick={(event) => event.detail > 0 && isEcho(event.currentTarget) && event.preventDefault()}
        >
          {t('open')}
        </ButtonLink>
        <IconButton label={t('quiet', { store: store.name })} size="board" onPress={(event) => press(event, onQuiet)}>
          <BellOff aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </li>
  )
}

const mostShown = 2
// The own arrivals' buttons are not to be covered: the bell beside the own store's name counts the others, and leads to each.
const mostBesideOwn = 1

type BannerProps = { here: StoreRef; isRinging: boolean }

/**
 * Calls for another store that does not see to its arrivals: no board open, or nobody acknowledging. It goes by itself.
 * It floats: rows must not move under a finger.
 */
export function ElsewhereBanner({ here, isRinging }: BannerProps) {
  const t = useWords('elsewhere')
  const { escalated, quieten } = useEscalated(useElsewhere(here))
  useElsewhereTone(escalated.length > 0 && !isRinging)
  const cards = escalated.filter((store): store is Escalated => store.escalation !== null)
  const shown = cards.slice(0, isRinging ? mostBesideOwn : mostShown)
  const more = isRinging ? 0 : cards.length - shown.length
  return (
    <>
      <p role="status" className="sr-only">
        {cards.length > 0 && t('needsHelp', { stores: cards.map(({ name }) => name).join(', ') })}
      </p>
      {cards.length > 0 && (
        <ul aria-label={t('stores')} className="flex w-full max-w-4xl flex-col gap-2">
          {shown.map((store) => (
            <StoreCard
              key={store.destinationId}
              store={store}
              here={here}
              isBrief={isRinging}
              onQuiet={() => quieten(store.destinationId)}
            />
          ))}
          {more > 0 && (
            <li className="pointer-events-auto self-center">
              <ButtonLink size="board" href="/board" className="shadow-float">
                {t('more', { count: more })}
              </ButtonLink>
            </li>
          )}
        </ul>
      )}
    </>
  )
}
