import { describe, expect, it } from 'vitest'
import type { EntryFilter } from '@/lib/entries/search-statement'
import { countBySums, summaryBySums } from '@/lib/rollups/sums-statement'

const hostile = `'; drop table entry; --`
const project: EntryFilter = { projectId: hostile, destinationIds: null, timeType: 'creationTime' }
const parts: Partial<EntryFilter>[] = [
  { zoneId: hostile },
  { source: hostile as 'sdk' },
  { os: hostile },
  { startTime: new Date('2025-03-04T05:06:07Z') },
  { endTime: new Date('2026-04-05T06:07:08Z') },
  { timeType: 'entryTime' },
]

/** Every combination of what sums know. */
function* filters(): Generator<EntryFilter> {
  for (const destinationIds of [null, [hostile], [hostile, 'other'], [hostile, hostile], []]) {
    for (let bits = 0; bits < 2 ** parts.length; bits++) {
      yield Object.assign({ ...project, destinationIds }, ...parts.filter((_, i) => bits & (1 << i)))
    }
  }
}

describe('the statements of roll-ups', () => {
  const statements = [...filters()].flatMap((filter) => [
    countBySums(filter),
    summaryBySums(filter, { places: true }),
    summaryBySums(filter, { places: false }),
  ])

  it('have one text for a name, use what they send, and hold no value in their text', () => {
    const texts = new Map(statements.map((statement) => [statement?.name, statement?.text]))
    for (const statement of statements) {
      const { name = '', text = '', values = [] } = statement ?? {}
      expect(texts.get(name)).toBe(text)
      expect(name.length).toBeLessThan(64)
      expect(text).not.toContain('drop table')
      for (const index of values.keys()) expect(text).toContain(`$${index + 1}`)
    }
  })

  it('are none for what sums do not know: an install, less than an hour', () => {
    const startTime = new Date('2026-01-01T10:10:00Z')
    for (const more of [{ installRef: 'i' }, { startTime, endTime: new Date('2026-01-01T10:50:00Z') }]) {
      expect(countBySums({ ...project, ...more })).toBeNull()
      expect(summaryBySums({ ...project, ...more }, { places: true })).toBeNull()
    }
  })
})
