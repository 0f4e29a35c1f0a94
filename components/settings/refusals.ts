import type { Words } from '@/components/language/translator'
import { bayKey } from '@/lib/bays/model'
import type { Problem } from '@/lib/http/client'
import type { Sentence } from '@/lib/language/schema'
import { mostRedactedFields } from '@/lib/redaction/model'
import { mostBays, mostFaceFields, ranges } from '@/lib/settings/model'
import type { ProjectSettingsPatch, StoreSettingsPatch } from '@/lib/settings/schema'

/** What a form sends: settings of a project, or of a store. */
export type Sent = Partial<ProjectSettingsPatch & StoreSettingsPatch>

type Refusal = [key: Sentence<'settings'>, values?: Record<string, number>]

type SecondsField = keyof typeof ranges
const isSecondsField = (field: string): field is SecondsField => Object.hasOwn(ranges, field)

const mostOf: Record<string, number> = {
  name: 80,
  bays: 40,
  'ticketFace.fields': 64,
  'ticketFace.bayField': 64,
  redactedFields: 64,
}

function isTwice(items: string[], keyOf = (item: string) => item): boolean {
  return new Set(items.map(keyOf)).size < items.length
}

function refusedSeconds(field: SecondsField, { waits, ...own }: Sent): Refusal {
  const seconds = { ...waits, ...own }[field] ?? Number.NaN
  const [least, most] = ranges[field]
  // Of what is in range only the order of the three waits is refused.
  return Number.isInteger(seconds) && seconds >= least && seconds <= most
    ? ['refusedOrder']
    : ['refusedSeconds', { least, most }]
}

function refusalOf(path: string, sent: Sent): Refusal {
  const field = path.replace(/^waits\./, '')
  const { bays = [], ticketFace, redactedFields } = sent
  const fields = ticketFace?.fields ?? []
  if (isSecondsField(field)) return refusedSeconds(field, sent)
  if (path === 'timeZone') return ['refusedTimeZone']
  if (path === 'bays' && bays.length > mostBays) return ['refusedBays', { most: mostBays }]
  if (path === 'bays' && isTwice(bays, bayKey)) return ['refusedBayTwice']
  if (path === 'ticketFace.fields' && fields.length > mostFaceFields) return ['refusedFields', { most: mostFaceFields }]
  if (path === 'ticketFace.fields' && isTwice(fields)) return ['refusedFieldTwice']
  if (path === 'redactedFields' && (redactedFields?.length ?? 0) > mostRedactedFields) {
    return ['refusedFields', { most: mostRedactedFields }]
  }
  const most = mostOf[path]
  return most === undefined ? ['refused'] : ['refusedName', { most }]
}

/**
 * What was refused, by the field's path; one of a list's items tells it of the list. In the language of the page: the
 * server's own words on an English one, elsewhere ours for the rule that what was sent breaks.
 */
export function refusalsOf(errors: Problem['errors'], sent: Sent, t: Words<'settings'>): Map<string, string> {
  const told = (errors ?? []).toReversed().map(({ path, message }) => {
    const field = path.replace(/\.\d+$/, '')
    return [field, t.isEnglish ? message : t(...refusalOf(field, sent))] as const
  })
  return new Map(told)
}
