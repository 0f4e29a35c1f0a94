import { describe, expect, it } from 'vitest'
import { isSought } from '@/components/keys/sought'

const key = { name: 'Web shop, Málaga', prefix: 'sk_test_Ab12Cd3' }

describe('a key is found', () => {
  it.each(['', ' ', 'web SHOP', 'málaga', 'Ab12', 'sk_test_', ' sk_test_Ab12Cd3 ', `sk_test_Ab12Cd3${'x'.repeat(36)}`])(
    'by "%s"',
    (typed) => expect(isSought(key, typed)).toBe(true),
  )
  it.each(['app', 'pk_', 'sk_test_Ab12Cd4', `sk_test_Ab12Cd4${'x'.repeat(36)}`])('not by "%s"', (typed) =>
    expect(isSought(key, typed)).toBe(false),
  )
})
