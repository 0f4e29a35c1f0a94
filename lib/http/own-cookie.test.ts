import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://localhost/none')
  vi.stubEnv('BAYCALL_SECRET', 'a secret of a test that is long enough')
  // Settings are read once.
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

async function cookiesAt(origin: string) {
  vi.stubEnv('BAYCALL_URL', origin)
  return await import('@/lib/http/own-cookie')
}

const sends = (cookie: string) => new Headers({ cookie })

describe('a cookie that proves something', () => {
  it('is this very host’s alone where browsers hold one to that: over TLS', async () => {
    const { cookieOf } = await cookiesAt('https://board.shop.example')
    const set = '__Host-baycall.device=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure'
    expect(cookieOf('device', 'x', 60, '/api/staff')).toBe(set)
  })

  it('has its plain name over plain http', async () => {
    const { cookieOf } = await cookiesAt('http://localhost:3000')
    const set = 'baycall.device=x; Path=/api/staff; Max-Age=60; HttpOnly; SameSite=Lax'
    expect(cookieOf('device', 'x', 60, '/api/staff')).toBe(set)
  })

  it('is found in the time that a header has room, whatever stands in its other names', async () => {
    const { cookieIn } = await cookiesAt('https://board.shop.example')
    const own = '__Host-baycall.tablet=a=b'
    const spaces = (count: number) => sends(`a${' '.repeat(count)}b=1; ${own}; c=${'\t '.repeat(count)}d`)
    const once = (count: number) => {
      const began = performance.now()
      for (let times = 0; times < 10; times += 1) expect(cookieIn(spaces(count), 'tablet')).toBe('a=b')
      return performance.now() - began
    }
    // The shortest of several: a machine may pause.
    const took = (count: number) => Math.min(...Array.from({ length: 5 }, () => once(count)))
    took(1_000)
    // Sixteen times as many: 256 times as long where each begins anew.
    expect(took(64_000) / took(4_000)).toBeLessThan(100)
  })

  it('is what stands in its pair, however the header is written', async () => {
    const { cookieIn } = await cookiesAt('http://localhost:3000')
    const taken = (header: string) => {
      const values = header.split(';').flatMap((pair) => {
        const [key = '', ...value] = pair.split('=')
        return key.replace(/^[ \t]+|[ \t]+$/g, '') === 'baycall.tablet'
          ? [value.join('=').replace(/^[ \t]+|[ \t]+$/g, '')]
          : []
      })
      return values.length === 1 ? values[0] : null
    }
    const piece = fc.constantFrom('baycall.tablet', 'baycall.tablet2', 'x', '=', ';', ' ', '\t', 'baycall.', 'a=b')
    const header = fc.array(piece, { maxLength: 12 }).map((pieces) => `a${pieces.join('')};b`)
    fc.assert(
      fc.property(header, (text) => cookieIn(sends(text), 'tablet') === taken(text)),
      { numRuns: 5_000 },
    )
  })

  it('counts by its own name, and not where another of that name comes beside it', async () => {
    const { cookieIn } = await cookiesAt('https://board.shop.example')
    const own = '__Host-baycall.tablet=a=b'
    expect(cookieIn(sends(`x=1; ${own};y=2`), 'tablet')).toBe('a=b')
    // What a browser takes for another name, and lets another host of the domain set.
    expect(cookieIn(sends(`\xa0${own}`), 'tablet')).toBeNull()
    expect(cookieIn(sends(`\xa0__Host-baycall.tablet=theirs; ${own}`), 'tablet')).toBe('a=b')
    for (const twice of [
      `${own}; ${own}`,
      `__Host-baycall.tablet=; ${own}`,
      `${own}; __Host-baycall.tablet`,
      `${own};${own} `,
    ]) {
      expect(cookieIn(sends(twice), 'tablet')).toBeNull()
    }
    for (const other of ['baycall.tablet=a', '__Secure-baycall.tablet=a', '__host-baycall.tablet=a', '']) {
      expect(cookieIn(sends(other), 'tablet')).toBeNull()
      expect(cookieIn(sends(`${other}; ${own}`), 'tablet')).toBe('a=b')
    }
  })
})
