import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Believed } from '@/lib/auth/believed'

beforeEach(() => void vi.useFakeTimers({ now: 3_600_000 }))
afterEach(() => void vi.useRealTimers())

it('a credential is believed for two seconds, though the clock be set back meanwhile, and never behind its end', async () => {
  const callers: Record<string, { until?: Date }> = { key: {}, ending: { until: new Date(3_601_000) } }
  const known = new Believed(async (name) => callers[name] ?? null)
  for (const name of ['key', 'ending', 'nobodys']) await known.get(name, new Date())
  vi.advanceTimersByTime(1_500)
  const believed = () => ['key', 'ending', 'nobodys'].map((name) => known.believed(name, new Date()))
  expect(believed()).toEqual([{}, undefined, null])
  vi.setSystemTime(0)
  vi.advanceTimersByTime(501)
  expect(believed()).toEqual([undefined, undefined, undefined])
})
