import { expect, it } from 'vitest'
import { base32Of, codeOfStep, stepOfCode } from '@/lib/account/totp'

// The last six digits of RFC 6238's own examples (appendix B).
const secret = Buffer.from('12345678901234567890')

it('codes are those of the standard', () => {
  const told = [59, 1111111109, 1234567890, 2000000000].map((second) => codeOfStep(secret, Math.floor(second / 30)))
  expect(told).toEqual(['287082', '081804', '005924', '279037'])
  expect(base32Of(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})

it('a code is taken half a minute early or late, and not a whole one', () => {
  const at = (second: number) => stepOfCode(secret, '005924', new Date(second * 1000))
  const step = Math.floor(1234567890 / 30)
  expect([at(1234567890), at(1234567890 - 30), at(1234567890 + 30)]).toEqual([step, step, step])
  expect([at(1234567890 - 61), at(1234567890 + 61)]).toEqual([null, null])
  expect(stepOfCode(secret, '05924', new Date(1234567890_000))).toBeNull()
})
