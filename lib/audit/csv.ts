import { stringify } from 'csv-stringify/sync'
import { AuditEntry } from '@/lib/audit/schema'
import { guarded } from '@/lib/csv/formulas'

const columns: Record<string, (entry: AuditEntry) => string | null> = {
  at: ({ at }) => at.toISOString(),
  action: ({ action }) => action,
  actorKind: ({ actor }) => actor.kind,
  actorId: ({ actor }) => actor.id,
  actorName: ({ actor }) => actor.name,
  address: ({ actor }) => actor.address,
  subjectKind: ({ subject }) => subject.kind,
  subjectId: ({ subject }) => subject.id,
  subjectName: ({ subject }) => subject.name,
  details: ({ details }) => JSON.stringify(details),
  id: ({ id }) => id,
}

const options = { quoted_match: /[\r\n]/ }

export const auditCsvHeader = stringify([Object.keys(columns)], options)

const cells = Object.values(columns)

/** A line as CSV (RFC 4180, ended by \n); no cell is a formula to a spreadsheet. */
export function auditCsvLine(entry: AuditEntry): string {
  return stringify([cells.map((cell) => guarded(cell(entry) ?? undefined))], options)
}

/** The same as a JSON object. */
export function auditNdjsonLine(entry: AuditEntry): string {
  return `${JSON.stringify(AuditEntry.encode(entry))}\n`
}
