import { describe, expect, it } from 'vitest'
import {
  afterSaving,
  baysOf,
  fewerMonths,
  moved,
  projectDraftOf,
  projectPatchOf,
  storeDraftOf,
  storePatchOf,
} from '@/components/settings/draft'
import { leftOutBy } from '@/components/settings/fields/left-out'
import { overridesOf, productSettings } from '@/lib/settings/model'
import { type ProjectSettings, StoreSettingsPatch } from '@/lib/settings/schema'

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

const project = (over: Partial<ProjectSettings['settings']> = {}): ProjectSettings => ({
  projectId: 'p',
  name: 'Demo',
  knownStoresOnly: false,
  version: 1,
  settings: { ...overridesOf({}), ticketFace: null, redactedFields: null, entryMonths: null, ...over },
  inherited: productSettings,
  fieldsSeen: [],
})

describe('settings in a form', () => {
  it('come out as they went in', () => {
    expect(storePatchOf(storeDraftOf(store), store)).toEqual({
      ...store.settings,
      timeZone: 'UTC',
      bays: ['1', '2'],
    })
  })

  it('name a store only with another name: one that nobody named stays new, however long its id', () => {
    const named = { ...storeDraftOf(store), name: 'Harbour Street' }
    expect(storePatchOf(named, store)).toMatchObject({ name: 'Harbour Street' })
    const unnamed = { ...store, name: 'i'.repeat(128), isNew: true }
    const draft = { ...storeDraftOf(unnamed), goalSeconds: '60' }
    expect(StoreSettingsPatch.parse(storePatchOf(draft, unnamed))).not.toHaveProperty('name')
  })

  it('keep what was typed while they were saved, and take the rest as the server has it', () => {
    const sent = { ...storeDraftOf(store), name: ' Harbour ', goalSeconds: '60' }
    const saved = storeDraftOf({ ...store, name: 'Harbour', settings: overridesOf({ goalSeconds: 60 }) })
    expect(afterSaving(sent, sent, saved)).toEqual(saved)
    expect(afterSaving({ ...sent, goalSeconds: '75' }, sent, saved)).toEqual({ ...saved, goalSeconds: '75' })
  })

  it('are inherited where a field is empty, and the three waits together', () => {
    const draft = { ...storeDraftOf(store), goalSeconds: ' ', lateSeconds: '90' }
    expect(storePatchOf(draft, store)).toMatchObject({
      goalSeconds: null,
      waits: { dueSeconds: null, lateSeconds: 90, overSeconds: null },
    })
  })

  it('are sent as they were typed where that is no number, so that the server refuses them', () => {
    const draft = { ...storeDraftOf(store), goalSeconds: '1m' }
    expect(JSON.parse(JSON.stringify(storePatchOf(draft, store)))).toMatchObject({ goalSeconds: '1m' })
  })

  it('take bays one a line', () => {
    expect(baysOf(' 1 \n\n2\n  \nC-3')).toEqual(['1', '2', 'C-3'])
  })

  it('take the fields to empty one a line or with commas and semicolons between, each once', () => {
    const draft = { ...projectDraftOf(project()), redactedFields: 'customerName, phone; plate\n phone\n' }
    expect(projectPatchOf(draft, project()).redactedFields).toEqual(['customerName', 'phone', 'plate'])
    expect(projectPatchOf({ ...draft, redactedFields: ' , ' }, project()).redactedFields).toBeNull()
    const named = project({ redactedFields: ['Name, first'] })
    // What nobody touched is not sent: a manager may not decide it, and a comma may stand in a name.
    expect(projectPatchOf(projectDraftOf(named), named)).not.toHaveProperty('redactedFields')
    expect(projectPatchOf(projectDraftOf(named), named)).not.toHaveProperty('entryMonths')
    expect(projectPatchOf({ ...projectDraftOf(named), entryMonths: '5' }, named).entryMonths).toBe(5)
  })

  it('say which names, phones and plates a list of fields leaves out', () => {
    const seen = ['Phone', 'Car Plate', 'Bay', 'Model']
    expect(leftOutBy('', seen)).toEqual([])
    expect(leftOutBy('Gate code', seen)).toEqual(['customerName', 'Phone', 'Car Plate'])
    expect(leftOutBy('customer_name; phone, carPlate', seen)).toEqual([])
  })

  it('tell when entries would be kept for fewer months than now, and be deleted', () => {
    const told = (entryMonths: string, now: number | null) =>
      fewerMonths({ ...projectDraftOf(project()), entryMonths }, project({ entryMonths: now }))
    expect([told('3', null), told('', 24), told('12', 13)]).toEqual([3, 13, 12])
    expect([told('13', null), told('24', 13), told('0', 13), told('x', 13), told('1.5', 13)]).toEqual(
      Array(5).fill(null),
    )
  })

  it('move in a list, and not out of it', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
  })
})
