import type { KeyKind } from '@/lib/keys/model'
import type { makeKey } from '@/lib/keys/queries'
import type { Sentence } from '@/lib/language/schema'

export const expiries = ['never', '30', '90', '365', 'day'] as const
export type Expiry = (typeof expiries)[number]

/** A key as it stands in the form. `destinationIds`: those chosen where only some stores are meant. */
export type KeyDraft = {
  name: string
  kind: KeyKind
  mode: 'live' | 'test'
  reach: 'all' | 'some'
  destinationIds: string[]
  expiry: Expiry
  /** As a date field has it: `2027-01-31`. */
  day: string
}

export const emptyDraft: KeyDraft = {
  name: '',
  kind: 'secret',
  mode: 'live',
  reach: 'all',
  destinationIds: [],
  expiry: 'never',
  day: '',
}

const dayMs = 86_400_000

/** When a key ends: so many days from now, or with the end of a day on this device's clock; null: never. */
export function endOf({ expiry, day }: Pick<KeyDraft, 'expiry' | 'day'>, now: Date): Date | null {
  if (expiry === 'never') return null
  if (expiry !== 'day') return new Date(now.getTime() + Number(expiry) * dayMs)
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year ?? Number.NaN, (month ?? Number.NaN) - 1, (date ?? Number.NaN) + 1)
}

type Wrong = Partial<Record<'name' | 'destinationIds' | 'day', Sentence<'apiKeys'>>>

/** What is missing in a form, by field. */
export function wrongIn(draft: KeyDraft, now: Date): Wrong {
  const end = endOf(draft, now)
  return {
    ...(draft.name.trim() === '' && { name: 'nameMissing' }),
    ...(draft.reach === 'some' && draft.destinationIds.length === 0 && { destinationIds: 'storesMissing' }),
    // Negated, for a half-typed day is no number.
    ...(end && !(end > now) && { day: 'dayMissing' }),
  }
}

/** What is sent. */
export function requestOf(draft: KeyDraft, projectId: string, now: Date): Parameters<typeof makeKey>[0] {
  return {
    projectId,
    kind: draft.kind,
    name: draft.name.trim(),
    isTest: draft.mode === 'test',
    destinationIds: draft.reach === 'all' ? null : draft.destinationIds,
    expiresAt: endOf(draft, now)?.toISOString() ?? null,
  }
}
