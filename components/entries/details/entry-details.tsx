'use client'

import { useQuery } from '@tanstack/react-query'
import { Fact, FactGroup } from '@/components/entries/details/fact'
import type { MoreFilters } from '@/components/entries/filters/use-entry-filters'
import { SourceChip } from '@/components/entries/list/source-chip'
import type { EntryStore } from '@/components/entries/places'
import { clockTime, dateAndTime, relativeTime, zoneName } from '@/components/entries/times'
import { useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'
import { ButtonLink } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { boardPath } from '@/lib/board/queries'
import { installQuery } from '@/lib/entries/queries'
import type { Entry } from '@/lib/entries/schema'

type EntryDetailsProps = {
  entry: Entry
  store: EntryStore | undefined
  /** The store's own zone; the list may be told in another. */
  timeZone: string
  now: Date
  /** Shows only those that share this with it. */
  onNarrow: (more: Partial<MoreFilters>) => void
  onClose: () => void
}

function TimeFact({ name, time, timeZone, now }: { name: string; time: Date; timeZone: string; now: Date }) {
  const t = useWords('entries')
  return (
    <Fact name={name} copies={time.toISOString()}>
      <span className="font-semibold">{dateAndTime(time, timeZone, t)}</span>{' '}
      <span className="text-soft">{relativeTime(time, now, t)}</span>
      <span className="block font-mono text-[13px] text-soft">{time.toISOString()}</span>
    </Fact>
  )
}

function lagOf(entry: Entry, t: Words<'entryDetails'>): string {
  const seconds = (entry.creationTime.getTime() - entry.entryTime.getTime()) / 1000
  return t(seconds < 0 ? 'ahead' : 'after', { seconds: Math.round(Math.abs(seconds) * 10) / 10 })
}

function When({ entry, timeZone, now }: Pick<EntryDetailsProps, 'entry' | 'timeZone' | 'now'>) {
  const t = useWords('entryDetails')
  return (
    <FactGroup title={t('when', { zone: zoneName(timeZone) })}>
      <TimeFact name={t('arrivalHere')} time={entry.creationTime} timeZone={timeZone} now={now} />
      <TimeFact name={t('onTheDevice')} time={entry.entryTime} timeZone={timeZone} now={now} />
      <Fact name={t('delay')}>{lagOf(entry, t)}</Fact>
    </FactGroup>
  )
}

// Six places are a hand's breadth: what is beyond them is noise, kept for who copies it.
function degrees(angle: number): string {
  return String(Number(angle.toFixed(6)))
}

function Where({ entry, store, onNarrow }: Pick<EntryDetailsProps, 'entry' | 'store' | 'onNarrow'>) {
  const t = useWords('entryDetails')
  const { location } = entry
  const place = location && `${location.latitude}, ${location.longitude}`
  return (
    <FactGroup title={t('where')}>
      <Fact name={t('store')} copies={entry.destinationId ?? undefined}>
        <bdi className="block font-semibold">{store?.name ?? entry.destinationId ?? t('noStore')}</bdi>
        {store && <span className="block font-mono text-[13px] text-soft">{store.destinationId}</span>}
      </Fact>
      <Fact
        name={t('zone')}
        copies={entry.zoneId}
        narrows={{ to: entry.zoneName, onPress: () => onNarrow({ zone: entry.zoneId }) }}
      >
        <bdi className="block font-semibold">{entry.zoneName}</bdi>
        <span className="block font-mono text-[13px] text-soft">{entry.zoneId}</span>
      </Fact>
      {(entry.fenceId ?? entry.fenceName) !== undefined && (
        <Fact name={t('fence')} copies={entry.fenceId}>
          {entry.fenceName && <bdi className="block">{entry.fenceName}</bdi>}
          {entry.fenceId && <span className="block font-mono text-[13px] text-soft">{entry.fenceId}</span>}
        </Fact>
      )}
      {place && (
        <Fact name={t('location')} copies={place}>
          {`${degrees(location.latitude)}, ${degrees(location.longitude)}`}
          {location?.horizontalAccuracy !== undefined && (
            <span className="text-soft"> ± {location.horizontalAccuracy} m</span>
          )}
        </Fact>
      )}
    </FactGroup>
  )
}

/** What addresses call the entry's install, as soon as that is known. */
function useSealedInstall({ projectId, installRef }: Entry): string | undefined {
  const asked = installQuery({ projectId, installRef: installRef ?? undefined })
  return useQuery({ ...asked, enabled: installRef !== null }).data?.sealedInstall
}

function Who({ entry, onNarrow }: Pick<EntryDetailsProps, 'entry' | 'onNarrow'>) {
  const t = useWords('entryDetails')
  const { deviceInfo, appInfo, installRef } = entry
  const install = useSealedInstall(entry)
  const os = deviceInfo?.os
  const device = [deviceInfo?.deviceType, deviceInfo?.os, deviceInfo?.osVersion].filter(Boolean).join(' · ')
  return (
    <FactGroup title={t('who')}>
      <Fact name={t('source')}>
        <SourceChip source={entry.source} />
      </Fact>
      {entry.orderId !== undefined && (
        <Fact name={t('order')} copies={entry.orderId}>
          <bdi className="font-semibold">#{entry.orderId}</bdi>
        </Fact>
      )}
      {device && (
        <Fact name={t('device')} narrows={os === undefined ? undefined : { to: os, onPress: () => onNarrow({ os }) }}>
          {device}
        </Fact>
      )}
      {appInfo?.appBuildVersion && <Fact name={t('appVersion')}>{appInfo.appBuildVersion}</Fact>}
      {appInfo?.sdkVersion && <Fact name={t('sdkVersion')}>{appInfo.sdkVersion}</Fact>}
      {installRef !== null && (
        <Fact
          name={t('install')}
          copies={installRef}
          narrows={install === undefined ? undefined : { to: installRef, onPress: () => onNarrow({ install }) }}
          isMono
        >
          {installRef}
        </Fact>
      )}
      <Fact name={t('entry')} copies={entry.entryId} isMono>
        {entry.entryId}
      </Fact>
      <Fact name={t('project')} copies={entry.projectId} isMono>
        {entry.projectId}
      </Fact>
    </FactGroup>
  )
}

/** Every field of an entry. */
export function EntryDetails({ entry, store, timeZone, now, onNarrow, onClose }: EntryDetailsProps) {
  const t = useWords('entryDetails')
  const more = Object.entries(entry.customEventMetaData ?? {})
  return (
    <Dialog title={`${clockTime(entry.creationTime, timeZone)} · ${entry.zoneName}`} isOpen onOpenChange={onClose}>
      <When entry={entry} timeZone={timeZone} now={now} />
      <Where entry={entry} store={store} onNarrow={onNarrow} />
      <Who entry={entry} onNarrow={onNarrow} />
      {more.length > 0 && (
        <FactGroup title={t('added')}>
          {more.map(([name, value]) => (
            <Fact key={name} name={name}>
              <bdi>{value}</bdi>
            </Fact>
          ))}
        </FactGroup>
      )}
      {store && (
        <ButtonLink href={boardPath(store)} className="mt-1 w-full">
          {t('openBoard')}
        </ButtonLink>
      )}
    </Dialog>
  )
}
