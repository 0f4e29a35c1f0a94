import type { RichValues, Words } from '@/components/language/translator'
import { auditActions } from '@/lib/audit/model'
import type { AuditEntry } from '@/lib/audit/schema'
import type { Sentence } from '@/lib/language/schema'

type T = Words<'audit'>

/** Who did it: by name, or what they are. */
export function actorName({ actor: { kind, name } }: AuditEntry, t: T): string {
  if (name) return name
  const kinds = ['staff', 'tablet', 'apiKey', 'console', 'system'] as const
  const known = kinds.find((one) => one === kind)
  return known === undefined || known === 'staff' ? t('somebody') : t(`actor_${known}`)
}

const subjects = [
  ...(['account', 'person', 'tablet', 'key', 'project', 'store', 'order', 'customer', 'audit', 'entries'] as const),
] as const

/** What it was done to: by name; an order by the beginning of its id. */
export function subjectName({ subject: { kind, id, name } }: AuditEntry, t: T): string {
  const known = subjects.find((one) => one === kind)
  if (name) return name
  if (!known) return id ?? kind
  return t(`subject_${known}`, { id: id?.slice(0, 8) ?? '' })
}

/** "Ada made the key Web shop": `b` makes an element of each name. */
export function deedWords(
  entry: AuditEntry,
  { t, actions, b }: { t: T; actions: Words<'auditActions'>; b: NonNullable<RichValues['b']> },
) {
  const { action, details } = entry
  const key: Sentence<'auditActions'> = auditActions.find((known) => known === action) ?? 'other'
  const values = { who: actorName(entry, t), what: subjectName(entry, t), act: String(details.act ?? ''), action }
  return actions.rich(key, { ...values, b })
}
