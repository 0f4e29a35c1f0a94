import { describe, expect, it } from 'vitest'
import { type CheckId, type DeviceFacts, neededFailures, readinessOf } from '@/lib/readiness/model'

const ready: DeviceFacts = {
  isSecure: true,
  sound: 'on',
  notifications: 'granted',
  wakeLock: 'held',
  fullscreen: 'on',
  skewMs: 300,
  newsAgeMs: 2_000,
  isStale: false,
  isOnline: true,
  roundTripMs: 40,
  battery: { percent: 80, isCharging: true },
}

const checkOf = (id: CheckId, change: Partial<DeviceFacts>) => {
  const check = readinessOf({ ...ready, ...change }).find((one) => one.id === id)
  if (!check) throw new Error(`There is no check ${id}`)
  return check
}

describe('readiness', () => {
  it('is all green on a tablet that is ready', () => {
    expect(readinessOf(ready).map(({ level }) => level)).toEqual(Array(7).fill('good'))
    expect(neededFailures(readinessOf(ready))).toBe(0)
  })

  it.each<[CheckId, Partial<DeviceFacts>, string | undefined]>([
    ['sound', { sound: 'locked' }, 'unlock'],
    ['sound', { sound: 'muted' }, 'unmute'],
    ['sound', { sound: 'unavailable' }, undefined],
    ['notifications', { notifications: 'default' }, 'allowNotifications'],
    ['notifications', { notifications: 'denied' }, undefined],
    ['wakeLock', { wakeLock: 'released' }, 'keepAwake'],
    ['fullscreen', { fullscreen: 'off' }, 'goFullscreen'],
    ['clock', { skewMs: -10_000 }, undefined],
    ['link', { isStale: true }, 'resync'],
    ['link', { isOnline: false }, 'resync'],
    ['link', { roundTripMs: 1_501 }, 'resync'],
    ['power', { battery: { percent: 20, isCharging: false } }, undefined],
  ])('%s is red for %o, says what to do and offers the button that there is', (id, change, remedy) => {
    const check = checkOf(id, change)
    expect(check.level).toBe('bad')
    expect(check.advice).toHaveLength(1)
    expect(check.remedy).toBe(remedy)
  })

  it.each<[CheckId, Partial<DeviceFacts>]>([
    ['sound', { sound: 'starting' }],
    ['notifications', { notifications: 'unavailable' }],
    ['notifications', { notifications: null }],
    ['wakeLock', { wakeLock: 'unavailable' }],
    ['fullscreen', { fullscreen: 'unavailable' }],
    ['clock', { skewMs: null }],
    ['link', { newsAgeMs: null }],
    ['power', { battery: null }],
  ])('%s is neither red nor green for %o: the browser does not say', (id, change) => {
    expect(checkOf(id, change).level).toBe('unknown')
  })

  it('marks the header for what is needed, not for what is merely good to have', () => {
    expect(neededFailures(readinessOf({ ...ready, notifications: 'denied', fullscreen: 'off' }))).toBe(0)
    expect(neededFailures(readinessOf({ ...ready, sound: 'locked', isStale: true }))).toBe(2)
  })

  it('says which way a clock is wrong, and by how much', () => {
    expect(checkOf('clock', { skewMs: 90_000 }).says).toEqual(['clockBehind', { amount: 90, unit: 's' }])
    expect(checkOf('clock', { skewMs: -3_600_000 }).says).toEqual(['clockAhead', { amount: 60, unit: 'min' }])
    expect(checkOf('clock', { skewMs: 9_999 }).level).toBe('good')
  })

  it('points to https where the browser keeps something for secure addresses', () => {
    expect(checkOf('wakeLock', { wakeLock: 'unavailable', isSecure: false }).advice).toContain('overHttps')
    expect(checkOf('wakeLock', { wakeLock: 'unavailable' }).advice).not.toContain('overHttps')
  })
})
