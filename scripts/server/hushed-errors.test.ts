import { expect, it } from 'vitest'
import { hushed } from '@/scripts/server/hushed-errors.mjs'

it('an error that a page throws is told without what it quotes, and with where it was thrown', () => {
  const detail = 'Key (customer_name)=(Priya Näslund) already exists.'
  const failed = Object.assign(new Error(`duplicate\n    at Priya Näslund`), { code: '23505', detail, digest: '4711' })
  const told = String(hushed(failed))
  expect(told).not.toContain('Priya')
  expect(told).toMatch(/^Error 23505 digest 4711\n\s+at .*hushed-errors\.test\.ts/)
  expect(hushed(new TypeError('x is not a function'))).toMatch(/^TypeError x is not a function\n\s+at /)
  expect(hushed(new RangeError('Invalid time zone specified: Priya'))).not.toContain('Priya')
  expect(hushed('⨯')).toBe('⨯')
})
