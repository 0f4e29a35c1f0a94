import type { EntryAddress } from '@/components/entries/filters/address'
import { type EntryStore, timeZoneOf } from '@/components/entries/places'
import { presetOf, presetRange } from '@/lib/time/model'
import type { SavedView } from '@/lib/views/schema'

/**
 * The filters of a view as they are sent; `installRef` is what the address names sealed. A range that has a name today is kept
 * by its name, and moves with the days.
 */
export function filtersOf(address: EntryAddress, installRef: string | undefined, now: Date, timeZone: string) {
  const preset = presetOf(address, now, timeZone) ?? undefined
  return {
    destinationId: address.store || undefined,
    zoneId: address.zone ?? undefined,
    installRef,
    source: address.source ?? undefined,
    os: address.os ?? undefined,
    timeType: address.timeType,
    preset,
    startTime: preset ? undefined : address.from?.toISOString(),
    endTime: preset ? undefined : address.to?.toISOString(),
  }
}

/** The address that a view means now, all of its filters. */
export function addressOf(
  { filters, sealedInstall }: Pick<SavedView, 'filters' | 'sealedInstall'>,
  stores: EntryStore[],
  now: Date,
) {
  const store = stores.find(({ destinationId }) => destinationId === filters.destinationId)
  const range = filters.preset
    ? presetRange(filters.preset, now, store?.timeZone ?? timeZoneOf(stores))
    : { from: filters.startTime ?? null, to: filters.endTime ?? null }
  return {
    store: filters.destinationId ?? null,
    zone: filters.zoneId ?? null,
    install: sealedInstall ?? null,
    source: filters.source ?? null,
    os: filters.os ?? null,
    timeType: filters.timeType ?? ('creationTime' as const),
    ...range,
  }
}

/** True where the address shows what the view names. */
export function isShown(view: SavedView, address: EntryAddress, stores: EntryStore[], now: Date): boolean {
  const wanted = addressOf(view, stores, now)
  return Object.entries(wanted).every(([name, value]) => {
    const there = address[name as keyof typeof wanted] ?? null
    return value instanceof Date
      ? there instanceof Date && there.getTime() === value.getTime()
      : (there || null) === value
  })
}
