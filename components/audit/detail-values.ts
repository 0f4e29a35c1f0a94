import type { Words } from '@/components/language/translator'
import type { Moments } from '@/components/ui/moment'
import type { Sentence } from '@/lib/language/schema'

/** What a value is told with: the words of the page and its clock. */
export type Telling = { t: Words<'audit'>; moments: Pick<Moments, 'full'> }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const named = new Set<Sentence<'audit'>>([
  ...(['field_name', 'field_timeZone', 'field_bays', 'field_waits', 'field_goalSeconds', 'field_ticketFace'] as const),
  ...(['field_preparationSeconds', 'field_acknowledgeWithinSeconds', 'field_redactedFields'] as const),
  ...(['field_entryMonths', 'field_kind', 'field_isTest', 'field_destinationIds', 'field_destinationId'] as const),
  ...(['field_expiresAt', 'field_lastUsedAt', 'field_until', 'field_replacedBy', 'field_act', 'field_format'] as const),
  ...(['field_role', 'field_stores', 'field_device', 'field_invitedBy', 'field_count', 'field_from'] as const),
  ...(['field_startTime', 'field_endTime', 'field_dueSeconds', 'field_lateSeconds', 'field_overSeconds'] as const),
  ...([
    'field_knownStoresOnly',
    'field_fields',
    'field_bayField',
    'field_address',
    'field_by',
    'field_wrong',
    'field_ofDay',
    'field_ofStore',
    'field_filters',
    'field_removed',
    'field_invitations',
    'field_invitedById',
    'field_reason',
  ] as const),
])

/** A field in the words of the page; one that nobody has words for by its own name. */
export function fieldName(field: string, t: Words<'audit'>): string {
  const key = [...named].find((one) => one === `field_${field}`)
  return key ? t(key) : field
}

// Values that a program has given a name, by the field they stand in.
const namedValues: Record<string, Record<string, Sentence<'audit'>>> = {
  reason: { tooMany: 'reason_tooMany', replaced: 'reason_replaced' },
}

/** What a field says, in the words of the page where it has some for it. */
function factText(field: string, value: unknown, telling: Telling): string {
  const key = typeof value === 'string' ? namedValues[field]?.[value] : undefined
  return key ? telling.t(key) : valueText(value, telling)
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))

/** A detail as text, whatever it is. */
export function valueText(value: unknown, telling: Telling): string {
  const { t, moments } = telling
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (value === null || value === undefined || value === '') return t('none')
  if (typeof value === 'string') return isTime(value) ? moments.full(new Date(value)) : value
  if (Array.isArray(value)) return value.map((one) => valueText(one, telling)).join(', ') || t('none')
  if (!isObject(value)) return String(value)
  const parts = Object.entries(value).map(([name, one]) => `${fieldName(name, t)}: ${valueText(one, telling)}`)
  return parts.join(', ') || t('none')
}

export type DetailChange = { field: string; before: string; after: string }

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  isObject(value) && Object.keys(value).sort().join() === 'from,to'

const isListChange = (value: unknown): value is { gone: unknown[]; come: unknown[] } =>
  isObject(value) && Array.isArray(value.gone) && Array.isArray(value.come)

// By what the server finds where an erasing goes on: nothing that a person reads.
const ofServer = new Set(['country', 'digits', 'begun'])

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * What changed, and what is only told. Settings stand under `changes`, and null there is inherited; elsewhere whatever has
 * a `from` and a `to` changed from the one to the other. Of a list it may be told what went and what came: the rest stayed.
 */
export function detailsOf(details: Record<string, unknown>, telling: Telling) {
  const { changes, ...told } = details
  const others = Object.fromEntries(Object.entries(told).filter(([field]) => !ofServer.has(field)))
  const { t } = telling
  const ofSettings = Object.entries(isObject(changes) ? changes : {})
  const listed = (sign: string, items: unknown[]) => (items.length > 0 ? `${sign} ${valueText(items, telling)}` : '…')
  const rows = [...ofSettings, ...Object.entries(others)].flatMap(([field, change]): DetailChange[] => {
    if (isListChange(change)) {
      return [{ field: fieldName(field, t), before: listed('−', change.gone), after: listed('+', change.come) }]
    }
    if (!isChange(change) || isSame(change.from, change.to)) return []
    const isSetting = ofSettings.some(([name]) => name === field)
    const text = (value: unknown) => (isSetting && value === null ? t('inherited') : valueText(value, telling))
    return [{ field: fieldName(field, t), before: text(change.from), after: text(change.to) }]
  })
  const facts = Object.entries(others)
    .filter(([, value]) => !isChange(value) && !isListChange(value))
    .map(([field, value]) => ({ field: fieldName(field, t), text: factText(field, value, telling) }))
  return { changes: rows, facts }
}
