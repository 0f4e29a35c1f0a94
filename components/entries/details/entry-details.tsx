'use client'

import { Fact, FactGroup } from '@/components/entries/details/fact'
import { SourceChip } from '@/components/entries/list/source-chip'
import type { EntryStore } from '@/components/entries/places'
import { clockTime, dateAndTime, relativeTime, zoneName } from '@/components/entries/times'
import { ButtonLink } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { boardPath } from '@/lib/board/queries'
import type { Entry } from '@/lib/entries/schema'

type EntryDetailsProps = {
  entry: Entry
  store: EntryStore | undefined
  /** The store's own zone; the list may be told in another. */
  timeZone: string
  now: Date
  onClose: () => void
}

function TimeFact({ name, time, timeZone, now }: { name: string; time: Date; timeZone: string; now: Date }) {
  return (
    <Fact name={name} copies={time.toISOString()}>
      <span className="font-semibold">{dateAndTime(time, timeZone)}</span>{' '}
      <span className="text-soft">{relativeTime(time, now)}</span>
      <span className="block font-mono text-[13px] text-soft">{time.toISOString()}</span>
    </Fact>
  )
}

function lagOf(entry: Entry): string {
  const seconds = (entry.creationTime.getTime() - entry.entryTime.getTime()) / 1000
  const told = `${Math.abs(seconds).toLocaleString('en-GB', { maximumFractionDigits: 1 })} s`
  return seconds < 0 ? `the device’s clock is ${told} ahead` : `${told} after the device noticed`
}

function When({ entry, timeZone, now }: Pick<EntryDetailsProps, 'entry' | 'timeZone' | 'now'>) {
  return (
    <FactGroup title={`When · ${zoneName(timeZone)}`}>
      <TimeFact name="Arrival here" time={entry.creationTime} timeZone={timeZone} now={now} />
      <TimeFact name="On the device" time={entry.entryTime} timeZone={timeZone} now={now} />
      <Fact name="Delay">{lagOf(entry)}</Fact>
    </FactGroup>
  )
}

// Six places are a hand's breadth: what is beyond them is noise, kept for who copies it.
function degrees(angle: number): string {
  return String(Number(angle.toFixed(6)))
}

function Where({ entry, store }: Pick<EntryDetailsProps, 'entry' | 'store'>) {
  const { location } = entry
  const place = location && `${location.latitude}, ${location.longitude}`
  return (
    <FactGroup title="Where">
      <Fact name="Store" copies={entry.destinationId ?? undefined}>
        <bdi className="block font-semibold">
          {store?.name ?? entry.destinationId ?? 'The zone belongs to no store'}
        </bdi>
        {store && <span className="block font-mono text-[13px] text-soft">{store.destinationId}</span>}
      </Fact>
      <Fact name="Zone" copies={entry.zoneId}>
        <bdi className="block font-semibold">{entry.zoneName}</bdi>
        <span className="block font-mono text-[13px] text-soft">{entry.zoneId}</span>
      </Fact>
      {(entry.fenceId ?? entry.fenceName) !== undefined && (
        <Fact name="Fence" copies={entry.fenceId}>
          {entry.fenceName && <bdi className="block">{entry.fenceName}</bdi>}
          {entry.fenceId && <span className="block font-mono text-[13px] text-soft">{entry.fenceId}</span>}
        </Fact>
      )}
      {place && (
        <Fact name="Location" copies={place}>
          {`${degrees(location.latitude)}, ${degrees(location.longitude)}`}
          {location?.horizontalAccuracy !== undefined && (
            <span className="text-soft"> ± {location.horizontalAccuracy} m</span>
          )}
        </Fact>
      )}
    </FactGroup>
  )
}

function Who({ entry }: { entry: Entry }) {
  const { deviceInfo, appInfo } = entry
  const device = [deviceInfo?.deviceType, deviceInfo?.os, deviceInfo?.osVersion].filter(Boolean).join(' · ')
  return (
    <FactGroup title="Who">
      <Fact name="Source">
        <SourceChip source={entry.source} />
      </Fact>
      {entry.orderId !== undefined && (
        <Fact name="Order" copies={entry.orderId}>
          <bdi className="font-semibold">#{entry.orderId}</bdi>
        </Fact>
      )}
      {device && <Fact name="Device">{device}</Fact>}
      {appInfo?.appBuildVersion && <Fact name="App version">{appInfo.appBuildVersion}</Fact>}
      {appInfo?.sdkVersion && <Fact name="SDK version">{appInfo.sdkVersion}</Fact>}
      {entry.installRef !== null && (
        <Fact name="Install" copies={entry.installRef} isMono>
          {entry.installRef}
        </Fact>
      )}
      <Fact name="Entry" copies={entry.entryId} isMono>
        {entry.entryId}
      </Fact>
      <Fact name="Project" copies={entry.projectId} isMono>
        {entry.projectId}
      </Fact>
    </FactGroup>
  )
}

/** Every field of an entry. */
export function EntryDetails({ entry, store, timeZone, now, onClose }: EntryDetailsProps) {
  const more = Object.entries(entry.customEventMetaData ?? {})
  return (
    <Dialog title={`${clockTime(entry.creationTime, timeZone)} · ${entry.zoneName}`} isOpen onOpenChange={onClose}>
      <When entry={entry} timeZone={timeZone} now={now} />
      <Where entry={entry} store={store} />
      <Who entry={entry} />
      {more.length > 0 && (
        <FactGroup title="What the app added">
          {more.map(([name, value]) => (
            <Fact key={name} name={name}>
              <bdi>{value}</bdi>
            </Fact>
          ))}
        </FactGroup>
      )}
      {store && (
        <ButtonLink href={boardPath(store)} className="mt-1 w-full">
          Open this store’s board
        </ButtonLink>
      )}
    </Dialog>
  )
}
