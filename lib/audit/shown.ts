import type { KeptEntry } from '@/lib/audit/data'
import type { AuditEntry } from '@/lib/audit/schema'
import { hiddenId } from '@/lib/sealed'

// Up to where an erasing came in each order, by the numbers of their events, is for going on alone (lib/customers/records.ts).
function shownDetails({ begun, ...details }: KeptEntry['details']): AuditEntry['details'] {
  return begun === undefined ? details : { ...details, begun: Object.keys(Object(begun)) }
}

/** A line of the record as it is told: with no number that counts what others do. */
export function shownEntry({ sequence, details, ...kept }: KeptEntry): AuditEntry {
  return { id: hiddenId('audit-entry', sequence), ...kept, details: shownDetails(details) }
}
