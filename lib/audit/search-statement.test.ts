import { describe, expect, it } from 'vitest'
import { type AuditFilter, pageStatement } from '@/lib/audit/search-statement'

const hostile = `'; drop table audit_entry; --`

/** Every combination of what the record may be asked for. */
function* filters(): Generator<AuditFilter> {
  const parts: Partial<AuditFilter>[] = [
    { startTime: new Date(0) },
    { endTime: new Date(1) },
    { actorKind: hostile as 'staff' },
    { actorId: hostile },
    { subjectKind: hostile as 'order' },
    { subjectId: hostile },
    { kind: 'keys' },
  ]
  for (let bits = 0; bits < 2 ** parts.length; bits++) {
    yield Object.assign({ projectId: hostile }, ...parts.filter((_, i) => bits & (1 << i)))
  }
}

describe('the statements that read the record', () => {
  const statements = [...filters()].flatMap((filter) =>
    [null, { time: new Date(0), tie: hostile }].flatMap((after) =>
      [null, hostile].map((before) => pageStatement(filter, { after, size: 100, before })),
    ),
  )

  it('never hold a value in their text', () => {
    for (const { text } of statements) expect(text).not.toContain('drop table')
  })

  it('have one text for a name, which is short enough for PostgreSQL', () => {
    const texts = new Map(statements.map(({ name, text }) => [name, text]))
    for (const { name, text } of statements) {
      expect(texts.get(name)).toBe(text)
      expect(name.length).toBeLessThan(64)
    }
  })

  it('use every parameter they send', () => {
    for (const { text, values } of statements) {
      for (const index of values.keys()) expect(text).toContain(`$${index + 1}`)
    }
  })
})
