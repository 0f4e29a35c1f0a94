import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnPath } from '@/lib/http/return-path'

describe('after signing in', () => {
  it('a person comes back to where they were going', () => {
    expect(returnPath('/entries?store=1#top')).toBe('/entries?store=1#top')
    expect(returnPath('/board/p/Store%201')).toBe('/board/p/Store%201')
  })

  it('and to the board when there is no such place', () => {
    for (const next of [undefined, '', 'board', ['/a', '/b'], '/sign-in', '/sign-in?next=/sign-in']) {
      expect(returnPath(next)).toBe('/board')
    }
  })

  it('never leaves this site, however the address is written', () => {
    const tricks = ['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example', '/.//evil.example']
    for (const next of [...tricks, '/\\/evil.example', 'javascript:alert(1)']) expect(returnPath(next)).toBe('/board')
    fc.assert(
      fc.property(fc.string(), (rest) => {
        expect(new URL(returnPath(`/${rest}`), 'http://baycall.test').origin).toBe('http://baycall.test')
      }),
    )
  })
})
