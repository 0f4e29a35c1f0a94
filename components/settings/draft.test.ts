import { describe, expect, it } from 'vitest'
import { baysOf, moved, storeDraftOf, storePatchOf } from '@/components/settings/draft'
import { overridesOf, productSettings } from '@/lib/settings/model'

const store = {
  projectId: 'p',
  destinationId: 's',
  name: 'Oakfield',
  isNew: false,
  timeZone: 'UTC',
  version: 3,
  settings: overridesOf({ goalSeconds: 90 }),
  bays: ['1', '2'],
  inherited: productSettings,
}

describe('settings in a form', () => {
  it('come out as they went in', () => {
    expect(storePatchOf(storeDraftOf(store))).toEqual({
      ...store.settings,
      name: 'Oakfield',
      timeZone: 'UTC',
      bays: ['1', '2'],
    })
  })

  it('are inherited where a field is empty, and the three waits together', () => {
    const draft = { ...storeDraftOf(store), goalSeconds: ' ', lateSeconds: '90' }
    expect(storePatchOf(draft)).toMatchObject({
      goalSeconds: null,
      waits: { dueSeconds: null, lateSeconds: 90, overSeconds: null },
    })
  })

  it('are sent as they were typed where that is no number, so that the server refuses them', () => {
    const draft = { ...storeDraftOf(store), goalSeconds: '1m' }
    expect(JSON.parse(JSON.stringify(storePatchOf(draft)))).toMatchObject({ goalSeconds: '1m' })
  })

  it('take bays one a line', () => {
    expect(baysOf(' 1 \n\n2\n  \nC-3')).toEqual(['1', '2', 'C-3'])
  })

  it('move in a list, and not out of it', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
  })
})
