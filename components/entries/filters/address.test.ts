import { describe, expect, it } from 'vitest'
import { readAddress, viewOf } from '@/components/entries/filters/address'
import { sameDays } from '@/components/entries/filters/same-days'
import { placesOf } from '@/components/entries/places'

const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const store = { projectId: first, projectName: 'A chain', isNew: false, timeZone: 'Europe/London' }
const places = placesOf(
  {
    memberships: [{ projectId: second }, { projectId: first }],
    stores: [
      { ...store, destinationId: 'north', name: 'North' },
      { ...store, destinationId: 'south', name: 'South', timeZone: 'Mars/Olympus' },
    ],
  },
  (id) => `Project ${id}`,
)
const view = (search: string) => viewOf(readAddress(search), places)

describe('an address of the entries page', () => {
  it('without a word means all stores of the first project, for all time, by arrival here', () => {
    expect(view('')).toMatchObject({
      project: { projectId: first, name: 'A chain' },
      store: undefined,
      timeZone: 'UTC',
    })
    expect(view('').filter).toEqual({ projectId: first, timeType: 'creationTime' })
  })

  it('is told in the zone of its store', () => {
    expect(view('?store=north')).toMatchObject({ store: { name: 'North' }, timeZone: 'Europe/London' })
  })

  it('tells stores of one name apart', () => {
    const twins = ['east', 'west'].map((destinationId) => ({ ...store, destinationId, name: 'Mall' }))
    const { stores } = placesOf(
      { memberships: [{ projectId: first }], stores: [...twins, { ...store, destinationId: 'n', name: 'N' }] },
      String,
    )
    expect(stores.map(({ name }) => name)).toEqual(['Mall (east)', 'Mall (west)', 'N'])
  })

  it('says when it names what the account cannot see', () => {
    expect(view('?store=nowhere').store).toBeNull()
    expect(view('?project=33333333-3333-4333-8333-333333333333').project).toBeNull()
    expect(view(`?project=${second}`).project?.name).toBe('Project 22222222')
  })

  it('passes over what is no time, no store and no kind of time', () => {
    const { filter } = view('?store=&from=yesterday&to=-000001-01-01T00:00:00Z&timeType=noon')
    expect(filter).toEqual({ projectId: first, timeType: 'creationTime' })
    expect(view('?to=%2B010000-01-01T00:00:00Z').filter.endTime).toBeUndefined()
  })

  it('leaves out an end that comes before the beginning', () => {
    const { filter } = view('?from=2026-12-01T00:00:00Z&to=2026-01-01T00:00:00Z')
    expect(filter.startTime).toBe('2026-12-01T00:00:00.000Z')
    expect(filter.endTime).toBeUndefined()
  })

  it('takes a range in any zone and tells it in UTC', () => {
    const { filter } = view('?from=2026-11-20T01:00:00%2B01:00&timeType=entryTime')
    expect(filter).toMatchObject({ startTime: '2026-11-20T00:00:00.000Z', timeType: 'entryTime' })
  })
})

describe('days that were chosen', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const kept = (from: string, to: string) => {
    const range = { from: new Date(from), to: new Date(to) }
    const next = sameDays(range, now, 'UTC', 'Pacific/Auckland')
    return [next.from?.toISOString(), next.to?.toISOString()]
  }

  it('stay those days in a store of another zone, and hours stay as they are', () => {
    expect(kept('2026-04-03T00:00:00Z', '2026-04-06T00:00:00Z')).toEqual([
      '2026-04-02T11:00:00.000Z',
      '2026-04-05T12:00:00.000Z',
    ])
    expect(kept('2026-04-03T00:00:00Z', '2026-04-03T09:00:00Z')).toEqual([
      '2026-04-03T00:00:00.000Z',
      '2026-04-03T09:00:00.000Z',
    ])
    expect(kept('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z')[0]).toBe('2026-11-20T11:00:00.000Z')
  })
})
