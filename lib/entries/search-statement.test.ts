import { describe, expect, it } from 'vitest'
import { countStatement, type EntryFilter, pageStatement } from '@/lib/entries/search-statement'

const hostile = `'; drop table entry; --`
const project: EntryFilter = { projectId: hostile, destinationIds: null, timeType: 'creationTime' }

/** Every combination of what a search may name. */
function* filters(): Generator<EntryFilter> {
  const parts: Partial<EntryFilter>[] = [
    { zoneId: hostile },
    { installRef: hostile },
    { source: hostile as 'sdk' },
    { os: hostile },
    { startTime: new Date(0) },
    { endTime: new Date(1) },
    { timeType: 'entryTime' },
  ]
  for (const destinationIds of [null, [hostile], [hostile, 'other']]) {
    for (let bits = 0; bits < 2 ** parts.length; bits++) {
      yield Object.assign({ ...project, destinationIds }, ...parts.filter((_, i) => bits & (1 << i)))
    }
  }
}

describe('the statements of a search', () => {
  const statements = [...filters()].flatMap((filter) => [
    countStatement(filter),
    ...[null, { time: new Date(0), tie: hostile }].map((after) =>
      pageStatement(filter, { after, size: 100, separator: ',' }),
    ),
  ])

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

  it('read a store once, however often an account is narrowed to it', () => {
    const { values } = countStatement({ ...project, destinationIds: ['a', 'b', 'a'] })
    expect(values).toContainEqual(['a', 'b'])
  })
})
