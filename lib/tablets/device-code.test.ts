import { beforeAll, describe, expect, it } from 'vitest'
import { makeDeviceCode, readDeviceCode } from '@/lib/tablets/device-code'

const now = new Date('2026-03-02T09:30:00.000Z')
const behind = (seconds: number) => new Date(now.getTime() + seconds * 1000)

beforeAll(() => {
  process.env.DATABASE_URL ??= 'postgresql://nowhere/nothing'
  process.env.BAYCALL_SECRET ??= 's'.repeat(32)
})

describe('a device code', () => {
  it('is one that was made here, fresh for as long as it may be good on any server', () => {
    const code = makeDeviceCode('203.0.113.1', now)
    for (const seconds of [-60, 0, 600, 660]) {
      expect(readDeviceCode(code, '203.0.113.1', behind(seconds))).toEqual({ isMade: true, isAtHome: true })
    }
    expect(readDeviceCode(code, '203.0.113.1', behind(661))).toEqual({ isMade: true, isAtHome: false })
  })

  it('is at home at the address it was made for alone, which it does not tell', () => {
    const code = makeDeviceCode('203.0.113.1', now)
    expect(readDeviceCode(code, '203.0.113.2', now)).toEqual({ isMade: true, isAtHome: false })
    const [, elsewhere] = makeDeviceCode('203.0.113.2', now).split('.')
    const moved = code.replace(/\..*\./, `.${elsewhere}.`)
    expect(readDeviceCode(moved, '203.0.113.2', now)).toEqual({ isMade: false, isAtHome: false })
    expect(code).not.toContain('203')
  })

  it('is none with another time, with more behind it or with less', () => {
    const code = makeDeviceCode('203.0.113.1', now)
    const [seconds = '', place = '', marked = ''] = code.split('.')
    const later = makeDeviceCode('203.0.113.1', behind(1)).split('.')[0]
    const others = [
      `${later}.${place}.${marked}`,
      `${seconds}.${marked}`,
      `${seconds}..${marked}`,
      `0${code}`,
      `${code}.`,
      `${code}.x`,
      `.${code}`,
      `${code}A`,
      code.slice(0, -1),
    ]
    for (const other of [...others, marked, seconds, '', 'guess', seconds.toUpperCase() + code.slice(seconds.length)]) {
      expect(readDeviceCode(other, '203.0.113.1', now)).toEqual({ isMade: false, isAtHome: false })
    }
  })
})
