'use client'

import clsx from 'clsx/lite'
import type { ReactNode } from 'react'
import { SourceChip } from '@/components/entries/list/source-chip'
import { clockTime, dayName, relativeDay, relativeTime, zoneName } from '@/components/entries/times'
import { useWords } from '@/components/language/language-provider'
import type { TimeType } from '@/lib/entries/model'
import type { Entry } from '@/lib/entries/schema'
import { dayOf } from '@/lib/time/model'

/** The columns on a wide screen; below it a row is a card of two lines, and columns marked so are left to the details. */
export const rowGrid =
  'grid grid-cols-[fit-content(48%)_minmax(0,1fr)_auto_auto] gap-x-2 px-3.5 lg:grid-cols-[10.5rem_minmax(0,1.5fr)_minmax(0,1.5fr)_minmax(10rem,1.2fr)_minmax(0,0.9fr)_2.75rem_5rem] lg:gap-x-3 xl:gap-x-4 lg:px-4.5'
const wideOnly = 'hidden lg:block'

const dayMs = 24 * 60 * 60 * 1000

/** What every row of a list is told in. */
export type RowContext = {
  timeType: TimeType
  timeZone: string
  now: Date
  storeName: (destinationId: string) => string
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return <td className={clsx('min-w-0', className)}>{children}</td>
}

/** A name of any script and length, on one line. */
function Name({ children, className }: { children: string; className?: string }) {
  return <bdi className={clsx('block truncate text-left rtl:text-right', className)}>{children}</bdi>
}

function Untold() {
  const t = useWords('entries')
  return (
    <>
      <span aria-hidden="true" className="text-soft">
        –
      </span>
      <span className="sr-only">{t('notTold')}</span>
    </>
  )
}

function deviceName({ deviceInfo }: Entry): string {
  return [deviceInfo?.os ?? deviceInfo?.deviceType, deviceInfo?.os && deviceInfo.osVersion].filter(Boolean).join(' ')
}

function Told({ children }: { children: string | null | undefined }) {
  return children ? <Name>{children}</Name> : <Untold />
}

type EntryRowProps = { entry: Entry; context: RowContext; isTabStop: boolean; onOpen: (entry: Entry) => void }

/** When; its button spans the row, so that a tap anywhere opens the details. */
function TimeCell({ entry, context, isTabStop, onOpen, hint }: EntryRowProps & { hint: string }) {
  const t = useWords('entries')
  const { timeType, timeZone, now } = context
  const time = entry[timeType]
  const clock = clockTime(time, timeZone)
  const isRecent = Math.abs(now.getTime() - time.getTime()) < dayMs
  return (
    <Cell className="col-span-2 flex items-baseline gap-2 lg:col-span-1">
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-label={t('rowDetails', { time: clock, zone: entry.zoneName })}
        aria-haspopup="dialog"
        // What the row has no room for: its cells lie below this button, and no pointer reaches them.
        title={hint}
        onClick={() => onOpen(entry)}
        className="scroll-mt-24 scroll-mb-24 font-sign text-[21px] leading-6 font-semibold outline-none after:absolute after:inset-0"
      >
        <time dateTime={time.toISOString()}>{clock}</time>
      </button>
      {isRecent && <span className="truncate text-[13px] text-soft">{relativeTime(time, now, t)}</span>}
    </Cell>
  )
}

function SourceCell({ source, orderId }: Entry) {
  return (
    <Cell className="col-start-3 col-end-5 row-start-1 flex items-center justify-end gap-1.5 lg:col-auto lg:row-auto lg:justify-start lg:gap-2">
      <SourceChip source={source} />
      {orderId !== undefined && <Name className="max-w-[36vw] min-w-0 lg:max-w-none">{`#${orderId}`}</Name>}
    </Cell>
  )
}

/**
 * The cells of an entry. On a narrow screen a device that is not told leaves its place to the store, and a store that the
 * zone is named after to the zone.
 */
export function EntryCells(props: EntryRowProps) {
  const { entry, context } = props
  const t = useWords('entries')
  const device = deviceName(entry)
  const accuracy = entry.location?.horizontalAccuracy
  const store = entry.destinationId === null ? t('noStore') : context.storeName(entry.destinationId)
  // A narrow row has room for one of them.
  const isToldTwice = entry.zoneName.startsWith(store)
  return (
    <>
      <TimeCell {...props} hint={[entry.zoneName, store, device].filter(Boolean).join('\n')} />
      <Cell
        className={clsx('row-start-2 lg:row-auto', isToldTwice && (device ? 'max-lg:col-span-3' : 'max-lg:col-span-4'))}
      >
        <Name>{entry.zoneName}</Name>
      </Cell>
      <Cell
        className={clsx(
          'col-start-2 row-start-2 text-soft lg:col-auto lg:row-auto',
          isToldTwice && wideOnly,
          device ? 'col-end-4' : 'col-end-5',
        )}
      >
        <Name>{store}</Name>
      </Cell>
      <SourceCell {...entry} />
      <Cell
        className={clsx(
          'col-start-4 row-start-2 max-w-[32vw] text-soft lg:col-auto lg:row-auto lg:max-w-none',
          !device && wideOnly,
        )}
      >
        <Told>{device}</Told>
      </Cell>
      <Cell className={clsx(wideOnly, 'text-end text-soft')}>
        {accuracy === undefined ? <Untold /> : t('metres', { metres: Math.round(accuracy) })}
      </Cell>
      <Cell className={clsx(wideOnly, 'truncate font-mono text-[13px]')}>
        <Told>{entry.installRef && shortened(entry.installRef)}</Told>
      </Cell>
    </>
  )
}

function shortened(id: string): string {
  const characters = Array.from(id)
  return characters.length <= 9 ? id : `${characters.slice(0, 8).join('')}…`
}

/** Says from where on it is another day; stays in sight while its entries do. */
export function DayCells({ day, context }: { day: string; context: RowContext }) {
  const t = useWords('entries')
  return (
    <td colSpan={7} className="flex items-baseline gap-2 truncate">
      <span className="font-semibold">{relativeDay(day, dayOf(context.now, context.timeZone), t)}</span>
      <span className="truncate text-soft">{dayName(day, t)}</span>
    </td>
  )
}

/** The head of the table; on a narrow screen it is there for those who hear the page. */
export function HeadCells({ timeZone }: { timeZone: string }) {
  const t = useWords('entries')
  const city = zoneName(timeZone).split('/').at(-1)
  return (
    <>
      <th scope="col" className="truncate">
        {t('time')} <span className="font-normal">{city}</span>
      </th>
      {(['zone', 'store', 'source', 'device'] as const).map((name) => (
        <th key={name} scope="col">
          {t(name)}
        </th>
      ))}
      <th scope="col" className={clsx(wideOnly, 'text-end')}>
        <span aria-hidden="true">±</span>
        <span className="sr-only">{t('accuracy')}</span>
      </th>
      <th scope="col" className={wideOnly}>
        {t('install')}
      </th>
    </>
  )
}
