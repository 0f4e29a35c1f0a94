'use client'

import clsx from 'clsx/lite'
import { useStoreZone } from '@/components/board/board-context'
import { useClock } from '@/components/board/live/server-clock'
import { Marked, useIsFoundIn } from '@/components/board/search/search-words'
import { type AlikeOrder, alikeWords, elsewhereWords, type GroupPlace } from '@/components/board/standing/row-standing'
import { useTimes } from '@/components/board/times'
import { useWords } from '@/components/language/language-provider'
import { Chip } from '@/components/ui/chip'
import { CalendarClock, Link2, Search, TriangleAlert, Zap } from '@/components/ui/icons'
import { isWithoutNotice } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import { phonesOf } from '@/lib/board/ticket-face'

const iconClass = 'size-4 shrink-0'

function AlikeChip({ alike }: { alike: AlikeOrder[] }) {
  const t = useWords('board')
  return (
    <Chip tone="late">
      <TriangleAlert aria-hidden="true" className={iconClass} />
      <span className="sr-only">{t('warning')} </span>
      <span className="min-w-0 wrap-anywhere">{alikeWords(alike, t)}</span>
    </Chip>
  )
}

function NoNoticeChip() {
  const t = useWords('board')
  return (
    <Chip>
      <Zap aria-hidden="true" className={iconClass} />
      {t('noNotice')}
      <span className="sr-only">{t('noNoticeWhy')}</span>
    </Chip>
  )
}

/** A phone stands on a row only while the search has found it. */
function FoundPhone({ phone }: { phone: string }) {
  const t = useWords('board')
  if (!useIsFoundIn(phone)) return null
  return (
    <Chip>
      <Search aria-hidden="true" className={iconClass} />
      <span className="sr-only">{t('phone')} </span>
      <bdi>
        <Marked kind="loose">{phone}</Marked>
      </bdi>
    </Chip>
  )
}

/** "Collect Tomorrow 17:30": when somebody on the way meant to come. */
function PlannedChip({ time }: { time: Date }) {
  const t = useWords('board')
  const { otherDay, timeOfDay } = useTimes()
  const zone = useStoreZone()
  const day = useClock((nowMs) => otherDay(time, zone, nowMs))
  const isOverdue = useClock((nowMs) => time.getTime() < nowMs)
  return (
    <Chip tone={isOverdue ? 'late' : 'plain'}>
      <CalendarClock aria-hidden="true" className={iconClass} />
      <span className="sr-only">{t('collection')} </span>
      {[day, timeOfDay(time, zone)].filter(Boolean).join(' ')}
      {isOverdue && `, ${t('overdue')}`}
    </Chip>
  )
}

/** What a row says of its order beside the car: only what is out of the ordinary. */
export function StandingChips({ order, alike }: { order: BoardOrder; alike?: AlikeOrder[] }) {
  const planned = order.section === 'OnTheWay' ? order.scheduledTimeForCollection : null
  return (
    <>
      {alike && order.section !== 'Done' && <AlikeChip alike={alike} />}
      {isWithoutNotice(order) && <NoNoticeChip />}
      {planned && <PlannedChip time={planned} />}
      {phonesOf(order.hsFields).map((phone) => (
        <FoundPhone key={phone} phone={phone} />
      ))}
    </>
  )
}

/** The room that a row of a group takes beside and above its card: its bracket and, on the first, its label. */
export function groupClass(group: GroupPlace | undefined): string | undefined {
  if (!group) return undefined
  return clsx('in-group', group.joins && 'joins-group')
}

/** The label of a group over its first row; the others say only to listeners that they belong to it. */
export function GroupLabel({ group }: { group: GroupPlace | undefined }) {
  const t = useWords('board')
  if (!group) return null
  const said = t('group', { id: group.id, count: group.total })
  if (group.joins)
    return <p className="sr-only">{t('groupPlace', { group: said, place: group.place, here: group.here })}</p>
  const elsewhere = elsewhereWords(group.elsewhere, t)
  return (
    <p className="flex h-7 min-w-0 items-center gap-2 text-sm font-semibold text-way">
      <Link2 aria-hidden="true" className={iconClass} />
      <span className="min-w-0 truncate" title={said}>
        <bdi>{said}</bdi>
      </span>
      {elsewhere !== '' && <span className="shrink-0 text-soft">{elsewhere}</span>}
    </p>
  )
}
