import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { auditKinds, subjectKinds } from '@/lib/audit/model'
import type { AuditListFilter } from '@/lib/audit/queries'
import { addDays, startOfDay } from '@/lib/time/model'

/**
 * What the record is narrowed to, as the address tells it: `who` an id, or console or system; days as `2026-11-20`, both
 * included; `about` a kind of subject and its id, `key:9d3c…`.
 */
export const addressParsers = {
  who: parseAsString,
  what: parseAsStringLiteral(auditKinds),
  first: parseAsString,
  last: parseAsString,
  about: parseAsString,
}
export type AuditAddress = inferParserType<typeof addressParsers>

const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00Z`))

/** The day, or nothing where the address has none that is one. */
export function dayIn(day: string | null): string | null {
  return day !== null && isDay(day) && day >= '1970-01-02' && day <= '9999-12-30' ? day : null
}

/** True for days of which the last comes before the first. */
export function isReversed({ first, last }: AuditAddress): boolean {
  const [from, to] = [dayIn(first), dayIn(last)]
  return from !== null && to !== null && from > to
}

const nobody = ['console', 'system'] as const

/** What to ask for; days are those of a zone. */
export function filterOf(address: AuditAddress, projectId: string, timeZone: string): AuditListFilter {
  const { who, what, about } = address
  const [first, last] = [dayIn(address.first), dayIn(address.last)]
  const nameless = nobody.find((kind) => kind === who)
  const [kind = '', ...id] = about?.split(':') ?? []
  const subjectKind = subjectKinds.find((one) => one === kind)
  return {
    projectId,
    ...(nameless && { actorKind: nameless }),
    ...(who && !nameless && { actorId: who.slice(0, 200) }),
    ...(what && { kind: what }),
    ...(first && { startTime: startOfDay(first, timeZone).toISOString() }),
    ...(last && { endTime: startOfDay(addDays(last, 1), timeZone).toISOString() }),
    ...(subjectKind && { subjectKind }),
    ...(subjectKind && id.length > 0 && { subjectId: id.join(':').slice(0, 200) }),
  }
}
