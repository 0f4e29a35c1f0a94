import { keptMonths, monthRange } from '@/lib/retention/model'
import type { Decided, FaceSettings, Overrides } from '@/lib/settings/model'
import type { ProjectSettings, ProjectSettingsPatch, StoreSettings, StoreSettingsPatch } from '@/lib/settings/schema'

/** Settings as they stand in a form: seconds as text, empty where the level above decides. */
export type SecondsDraft = Record<SecondsField, string>
export const waitFields = ['dueSeconds', 'lateSeconds', 'overSeconds'] as const
export const ownFields = ['goalSeconds', 'preparationSeconds', 'acknowledgeWithinSeconds'] as const
export type SecondsField = (typeof waitFields)[number] | (typeof ownFields)[number]

export type ProjectDraft = SecondsDraft & {
  ticketFace: FaceSettings | null
  redactedFields: string
  entryMonths: string
  knownStoresOnly: boolean
}
export type StoreDraft = SecondsDraft & { name: string; timeZone: string; bays: string }

const textOf = (seconds: number | null | undefined) => (seconds == null ? '' : String(seconds))

function secondsDraftOf({ waits, ...own }: Overrides): SecondsDraft {
  return {
    dueSeconds: textOf(waits?.dueSeconds),
    lateSeconds: textOf(waits?.lateSeconds),
    overSeconds: textOf(waits?.overSeconds),
    goalSeconds: textOf(own.goalSeconds),
    preparationSeconds: textOf(own.preparationSeconds),
    acknowledgeWithinSeconds: textOf(own.acknowledgeWithinSeconds),
  }
}

export function projectDraftOf({ settings, knownStoresOnly }: ProjectSettings): ProjectDraft {
  const { ticketFace, redactedFields, entryMonths } = settings
  return {
    ...secondsDraftOf(settings),
    ticketFace,
    redactedFields: redactedFields?.join('\n') ?? '',
    entryMonths: textOf(entryMonths),
    knownStoresOnly,
  }
}

export function storeDraftOf({ settings, name, timeZone, bays }: StoreSettings): StoreDraft {
  return { ...secondsDraftOf(settings), name, timeZone, bays: bays.join('\n') }
}

/** What is no number is sent as it was typed, and refused by name: NaN would become null, and inherit. */
function numberOf(text: string): number | null {
  if (text.trim() === '') return null
  return Number.isFinite(Number(text)) ? Number(text) : (text as unknown as number)
}

function secondsPatchOf(draft: SecondsDraft) {
  const waits = {
    dueSeconds: numberOf(draft.dueSeconds),
    lateSeconds: numberOf(draft.lateSeconds),
    overSeconds: numberOf(draft.overSeconds),
  }
  const isInherited = waitFields.every((field) => waits[field] === null)
  return {
    // One that is missing is refused by name as well.
    waits: isInherited ? null : (waits as Decided['waits']),
    goalSeconds: numberOf(draft.goalSeconds),
    preparationSeconds: numberOf(draft.preparationSeconds),
    acknowledgeWithinSeconds: numberOf(draft.acknowledgeWithinSeconds),
  }
}

/**
 * What is kept of customers is sent only where somebody touched it: it is for owners to decide, and a program may have named
 * a field with a comma in it.
 */
export function projectPatchOf(draft: ProjectDraft, base: ProjectSettings): ProjectSettingsPatch {
  const { ticketFace, redactedFields, entryMonths, knownStoresOnly, ...seconds } = draft
  const before = projectDraftOf(base)
  const named = namedFields(redactedFields)
  return {
    ...secondsPatchOf(seconds),
    ticketFace,
    ...(redactedFields !== before.redactedFields && { redactedFields: named.length > 0 ? named : null }),
    ...(entryMonths !== before.entryMonths && { entryMonths: numberOf(entryMonths) }),
    knownStoresOnly,
  }
}

/** For how many months entries would be kept where that is fewer than now: some would be deleted. Null otherwise. */
export function fewerMonths({ entryMonths }: ProjectDraft, { settings }: ProjectSettings): number | null {
  const months = numberOf(entryMonths) ?? keptMonths
  const isMonths = Number.isInteger(months) && months >= monthRange[0] && months <= monthRange[1]
  return isMonths && months < (settings.entryMonths ?? keptMonths) ? months : null
}

/** Names of fields, one a line or one after another with a comma or semicolon between; each once. */
export function namedFields(text: string): string[] {
  return [...new Set(linesOf(text.replace(/[,;]/g, '\n')))]
}

/** One bay a line; empty lines are none. */
export const baysOf = linesOf

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A name is sent only when it is another: with one a store is no longer new, and its id may be too long for one. */
export function storePatchOf(
  { name, timeZone, bays, ...seconds }: StoreDraft,
  base: Pick<StoreSettings, 'name'>,
): StoreSettingsPatch {
  const patch = { ...secondsPatchOf(seconds), timeZone: timeZone.trim(), bays: baysOf(bays) }
  return name === base.name ? patch : { ...patch, name }
}

/** A form once it is saved: what was typed meanwhile stays, and is not saved yet. */
export function afterSaving<Draft extends object>(now: Draft, sent: Draft, saved: Draft): Draft {
  const isAsSent = (field: keyof Draft) => JSON.stringify(now[field]) === JSON.stringify(sent[field])
  const kept = (Object.keys(now) as (keyof Draft)[]).filter((field) => !isAsSent(field))
  return Object.assign({ ...saved }, ...kept.map((field) => ({ [field]: now[field] })))
}

/** Somewhere else in a list. */
export function moved<Item>(items: Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  const others = items.toSpliced(from, 1)
  return others.toSpliced(to, 0, item)
}
