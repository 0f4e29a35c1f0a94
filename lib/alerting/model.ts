/**
 * Alerting is how a device makes sure that an arrival is not missed: it repeats a tone until someone acknowledges. Which
 * tone and how loud is the device's own matter: the tablet at the counter and the one in the cold store differ.
 */

/** One sound of a tone; `loudness` and the others' overlap stay below 1 together. */
export type Note = {
  wave: 'sine' | 'triangle' | 'square'
  hertz: number
  atMs: number
  lengthMs: number
  loudness: number
}

export const toneNames = ['bell', 'chime', 'twoTone', 'alarm'] as const
export type ToneName = (typeof toneNames)[number]

const note = (wave: Note['wave'], hertz: number, atMs: number, lengthMs: number, loudness: number): Note => ({
  wave,
  hertz,
  atMs,
  lengthMs,
  loudness,
})

/** From the gentle to what is heard over a compressor. All lie between 500 and 2,100 Hz, where small speakers are loud. */
export const tones: Record<ToneName, { notes: Note[] }> = {
  bell: {
    notes: [note('sine', 880, 0, 1100, 0.6), note('sine', 1760, 0, 700, 0.2), note('sine', 2090, 0, 350, 0.1)],
  },
  chime: {
    notes: [note('sine', 659, 0, 500, 0.6), note('sine', 831, 180, 500, 0.6), note('sine', 988, 360, 900, 0.6)],
  },
  twoTone: {
    notes: [note('triangle', 988, 0, 380, 0.9), note('triangle', 740, 400, 520, 0.9)],
  },
  alarm: {
    notes: [0, 220, 440, 660].map((atMs) => note('square', 1318, atMs, 150, 0.5)),
  },
}

/** For what is to be prepared: two soft notes upwards, unlike any arrival. */
export const preparingTone: Note[] = [note('sine', 523, 0, 350, 0.25), note('sine', 784, 220, 600, 0.25)]

/** For an arrival that rings at another store: two soft notes downwards. */
export const elsewhereTone: Note[] = [note('sine', 698, 0, 350, 0.25), note('sine', 523, 240, 700, 0.25)]

/** From the beginning of one ring to the next. */
export const repeatMs = 2_000

/**
 * Another tab of this browser takes the tone over only after this long: what has just been acknowledged in the tab that
 * rang is then known to it as well.
 */
export const takeOverMs = 800

export const muteMinutes = [1, 5, 10] as const
const longestMuteMs = 10 * 60_000

/** In percent. It cannot be turned down to nothing: a board that is silent by mistake misses people. */
export const volumeRange = { lowest: 10, highest: 100, step: 10 } as const

export type DeviceSettings = { tone: ToneName; volume: number; mutedUntilMs: number }

export const defaultSettings: DeviceSettings = { tone: 'bell', volume: 80, mutedUntilMs: 0 }

export function volumeWithin(volume: number): number {
  return Math.min(volumeRange.highest, Math.max(volumeRange.lowest, Math.round(volume)))
}

/** Settings as a device kept them; what cannot be read falls back to the default, each by itself. */
export function settingsFrom(text: string | null): DeviceSettings {
  let kept: unknown = null
  try {
    kept = JSON.parse(text ?? 'null')
  } catch {
    // Somebody else's text.
  }
  const { tone, volume, mutedUntilMs } = (kept ?? {}) as Partial<Record<keyof DeviceSettings, unknown>>
  return {
    tone: toneNames.find((name) => name === tone) ?? defaultSettings.tone,
    volume: typeof volume === 'number' && Number.isFinite(volume) ? volumeWithin(volume) : defaultSettings.volume,
    mutedUntilMs: typeof mutedUntilMs === 'number' && Number.isFinite(mutedUntilMs) ? mutedUntilMs : 0,
  }
}

/** How long the tone stays off, 0 when it is on. An end too far ahead is a clock that was set back, and mutes nothing. */
export function mutedForMs({ mutedUntilMs }: DeviceSettings, nowMs: number): number {
  const leftMs = mutedUntilMs - nowMs
  return leftMs > 0 && leftMs <= longestMuteMs ? leftMs : 0
}

/** `starting` until the browser has said whether a page may sound without a tap. */
export type Sound = 'starting' | 'on' | 'locked' | 'unavailable'

/** Whether this tab should sound: somebody waits unacknowledged, it can, and nobody asked for a minute's silence. */
export function shouldSound(ringingCount: number, sound: Sound, isMuted: boolean): boolean {
  return ringingCount > 0 && sound === 'on' && !isMuted
}
