import { expect, it } from 'vitest'
import { readAddress } from '@/components/entries/filters/address'
import { addressOf, filtersOf, isShown } from '@/components/entries/views/view-address'
import { ViewFilters } from '@/lib/views/schema'

const stores = [{ projectId: 'p', destinationId: 'north', name: 'North', isNew: false, timeZone: 'Europe/Berlin' }]
const friday = new Date('2026-11-20T12:00:00Z')
const monday = new Date('2026-11-23T12:00:00Z')

/** As the server answers it. */
function savedOn(search: string, now: Date, installRef?: string) {
  const address = readAddress(search)
  const sent = JSON.parse(JSON.stringify(filtersOf(address, installRef, now, 'Europe/Berlin')))
  return {
    viewId: 'v',
    name: 'v',
    createdAt: now,
    filters: ViewFilters.parse(sent),
    sealedInstall: address.install ?? undefined,
  }
}

it('a view of yesterday shows another day tomorrow, one of two dates always the same', () => {
  const yesterday = '?store=north&source=sdk&from=2026-11-18T23:00:00Z&to=2026-11-19T23:00:00Z'
  const view = savedOn(yesterday, friday)
  expect(view.filters).toMatchObject({ preset: 'yesterday', destinationId: 'north', source: 'sdk' })
  expect(isShown(view, readAddress(yesterday), stores, friday)).toBe(true)
  expect(isShown(view, readAddress(yesterday), stores, monday)).toBe(false)
  expect(addressOf(view, stores, monday).from).toEqual(new Date('2026-11-21T23:00:00Z'))

  const fixed = '?zone=z1&os=iOS&timeType=entryTime&from=2025-12-01T00:00:00Z'
  const december = savedOn(fixed, friday)
  expect(addressOf(december, stores, monday)).toEqual(addressOf(december, stores, friday))
  expect(isShown(december, readAddress(fixed), stores, monday)).toBe(true)
  expect(isShown(december, readAddress(`${fixed}&install=sealed`), stores, monday)).toBe(false)
})

it('a view of an install keeps its own id, and the address has its sealed name', () => {
  const view = savedOn('?install=sealed', friday, 'phone-7')
  expect(view.filters.installRef).toBe('phone-7')
  expect(addressOf(view, stores, monday).install).toBe('sealed')
  expect(isShown(view, readAddress('?install=sealed'), stores, monday)).toBe(true)
  expect(isShown(view, readAddress('?install=another'), stores, monday)).toBe(false)
})
