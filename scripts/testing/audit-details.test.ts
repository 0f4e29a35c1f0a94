import { describe, expect, it } from 'vitest'
import { detailsOf, valueText } from '@/components/audit/detail-values'
import { wordsIn } from '@/scripts/testing/words-in'

const telling = { t: wordsIn('en', 'audit'), moments: { full: (time: Date) => time.toISOString().slice(0, 10) } }

describe('the details of a line', () => {
  it('are told before and after, and what stayed is left out', () => {
    const details = {
      changes: {
        goalSeconds: { from: null, to: 90 },
        waits: { from: { dueSeconds: 60 }, to: null },
        bays: { from: ['1'], to: [] },
        redactedFields: { gone: ['phone', 'plate'], come: [] },
      },
      role: { from: 'staff', to: 'manager' },
      stores: { from: 'all', to: 'all' },
    }
    expect(detailsOf(details, telling)).toEqual({
      changes: [
        { field: 'Average wait, seconds', before: 'inherited', after: '90' },
        { field: 'Waits', before: 'Due after, seconds: 60', after: 'inherited' },
        { field: 'Bays', before: '1', after: 'none' },
        { field: wordsIn('en', 'audit')('field_redactedFields'), before: '− phone, plate', after: '…' },
        { field: 'Role', before: 'staff', after: 'manager' },
      ],
      facts: [],
    })
  })

  it.each([
    ['en', 'Reason', 'too many sessions'],
    ['de', 'Grund', 'zu viele Sitzungen'],
    ['fr', 'Raison', 'trop de sessions'],
    ['es', 'Motivo', 'demasiadas sesiones'],
  ] as const)('say in %s why a session ended for a new one', (language, field, text) => {
    const spoken = { ...telling, t: wordsIn(language, 'audit') }
    expect(detailsOf({ reason: 'tooMany' }, spoken).facts).toEqual([{ field, text }])
  })

  it('are told whatever they are, also by programs to come', () => {
    const details = { isTest: true, expiresAt: null, until: '2026-11-20T10:00:00.000Z', unheard: { of: [1, false] } }
    expect(detailsOf(details, telling)).toEqual({
      changes: [],
      facts: [
        { field: 'Test', text: 'yes' },
        { field: 'Ends', text: 'none' },
        { field: 'Old key works until', text: '2026-11-20' },
        { field: 'unheard', text: 'of: 1, no' },
      ],
    })
    expect(valueText('2026', telling)).toBe('2026')
    expect(detailsOf({ reason: 'unheard' }, telling).facts).toEqual([{ field: 'Reason', text: 'unheard' }])
    expect(detailsOf({ changes: 'odd' }, telling)).toEqual({ changes: [], facts: [] })
  })
})
