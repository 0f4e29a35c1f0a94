import { describe, expect, it } from 'vitest'
import {
  defaultSettings,
  mutedForMs,
  repeatMs,
  settingsFrom,
  shouldSound,
  toneNames,
  tones,
  volumeWithin,
} from '@/lib/alerting/model'

const noon = Date.UTC(2026, 10, 21, 12)
const mutedUntil = (mutedUntilMs: number) => ({ ...defaultSettings, mutedUntilMs })

describe('when a tab sounds', () => {
  it('sounds while somebody waits unacknowledged', () => {
    expect(shouldSound(1, 'on', false)).toBe(true)
    expect(shouldSound(0, 'on', false)).toBe(false)
  })

  it('does not take the tone from other tabs when the browser keeps it silent', () => {
    expect(shouldSound(3, 'locked', false)).toBe(false)
    expect(shouldSound(3, 'starting', false)).toBe(false)
    expect(shouldSound(3, 'unavailable', false)).toBe(false)
  })

  it('is silent while muted', () => expect(shouldSound(1, 'on', true)).toBe(false))
})

describe('muting', () => {
  it('ends by itself', () => {
    expect(mutedForMs(mutedUntil(noon + 60_000), noon)).toBe(60_000)
    expect(mutedForMs(mutedUntil(noon + 60_000), noon + 60_000)).toBe(0)
  })

  it('never lasts longer than ten minutes, whatever was kept and wherever the clock was set', () => {
    expect(mutedForMs(mutedUntil(noon + 10 * 60_000), noon)).toBe(600_000)
    expect(mutedForMs(mutedUntil(noon + 10 * 60_000 + 1), noon)).toBe(0)
    expect(mutedForMs(mutedUntil(Number.MAX_VALUE), noon)).toBe(0)
  })
})

describe('what a device kept', () => {
  it('is taken as it was kept', () => {
    const kept = { tone: 'alarm', volume: 40, mutedUntilMs: noon }
    expect(settingsFrom(JSON.stringify(kept))).toEqual(kept)
  })

  it('falls back to the default where it cannot be read', () => {
    for (const text of [null, '', '{', 'null', '7', '"bell"', '[]', '{"volume":"loud","tone":"gong"}'])
      expect(settingsFrom(text)).toEqual(defaultSettings)
    expect(settingsFrom('{"tone":"chime","volume":1e999}')).toEqual({ ...defaultSettings, tone: 'chime' })
  })

  it('is never silent', () => {
    expect(settingsFrom('{"volume":0}').volume).toBe(10)
    expect(settingsFrom('{"volume":400}').volume).toBe(100)
    expect(volumeWithin(-3)).toBe(10)
  })
})

describe('the tones', () => {
  it.each(toneNames)('%s ends before it begins again, and never overdrives the speaker', (name) => {
    const { notes } = tones[name]
    for (const { atMs, lengthMs } of notes) expect(atMs + lengthMs).toBeLessThan(repeatMs)
    for (const { atMs: moment } of notes) {
      const sounding = notes.filter(({ atMs, lengthMs }) => atMs <= moment && moment < atMs + lengthMs)
      // Each decays: what began earlier has faded when the next begins.
      const together = sounding.map(({ atMs, loudness }) => (atMs === moment ? loudness : loudness / 3))
      expect(together.reduce((sum, loudness) => sum + loudness, 0)).toBeLessThanOrEqual(1)
    }
  })

  it('differ from each other', () => {
    expect(new Set(toneNames.map((name) => JSON.stringify(tones[name].notes))).size).toBe(toneNames.length)
  })
})
