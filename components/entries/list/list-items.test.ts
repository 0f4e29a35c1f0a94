import { expect, it } from 'vitest'
import { listItems } from '@/components/entries/list/list-items'
import { EntryPage } from '@/lib/entries/schema'

const page = (...times: string[]) =>
  EntryPage.parse({
    entries: times.map((time, n) => ({
      entryId: `${time} ${n}`,
      projectId: '11111111-1111-4111-8111-111111111111',
      zoneId: 'z',
      zoneName: 'Kerb',
      destinationId: null,
      installRef: null,
      source: 'sdk',
      entryTime: '2026-01-01T00:00:00Z',
      creationTime: time,
    })),
  })

it('puts a day above its first entry, once, also where pages meet in the middle of a day', () => {
  const pages = [
    page('2026-07-02T09:00:00Z', '2026-07-01T23:30:00Z'),
    page('2026-07-01T22:30:00Z', '2026-07-01T21:00:00Z'),
  ]
  const shown = (zone: string) =>
    listItems(pages, 'creationTime', zone).map((item) => (item.kind === 'day' ? item.day : 'entry'))
  expect(shown('UTC')).toEqual(['2026-07-02', 'entry', '2026-07-01', 'entry', 'entry', 'entry'])
  expect(shown('Europe/London')).toEqual(['2026-07-02', 'entry', 'entry', '2026-07-01', 'entry', 'entry'])
})

it('goes by the time that the list goes by', () => {
  const items = listItems([page('2026-07-02T09:00:00Z', '2026-07-01T09:00:00Z')], 'entryTime', 'UTC')
  expect(items.filter((item) => item.kind === 'day')).toHaveLength(1)
})
