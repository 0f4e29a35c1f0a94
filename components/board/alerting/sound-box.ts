'use client'

import { useSyncExternalStore } from 'react'
import { type Note, type Sound, type ToneName, tones } from '@/lib/alerting/model'

// An AudioContext begins suspended even where it may sound; so long it gets to say so.
const startingMs = 400
// Faded within this, so that falling silent does not click.
const fadeSeconds = 0.02

/**
 * The device's loudspeaker: one AudioContext for the tab, and whether the browser lets it sound. Browsers keep a page
 * silent until it is tapped, and take the sound away again (a call, another app): both are `locked`.
 */
class SoundBox {
  private context: AudioContext | null = null
  private output: GainNode | null = null
  private sound: Sound = 'starting'
  private readonly listeners = new Set<() => void>()

  readonly getSound = (): Sound => this.sound

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    this.open()
    return () => this.listeners.delete(listener)
  }

  /** Asks the browser to let it sound: has an effect from within a tap or a key press only. */
  readonly unlock = async (): Promise<void> => {
    const context = this.open()
    if (!context || context.state === 'running') return
    // Refused or never answered where there was no tap: the state says so.
    await context.resume().catch(() => {})
    this.look()
  }

  /** Plays a tone once; `volume` in percent. */
  ring(tone: ToneName, volume: number): void {
    const { context } = this
    if (context?.state !== 'running') return
    this.silence()
    const output = context.createGain()
    output.gain.value = (volume / 100) ** 2
    output.connect(context.destination)
    this.output = output
    for (const note of tones[tone].notes) play(context, output, note)
  }

  /** Plays something else once, beside whatever rings. */
  play(notes: Note[], volume: number): void {
    const { context } = this
    if (context?.state !== 'running') return
    const output = new GainNode(context, { gain: (volume / 100) ** 2 })
    output.connect(context.destination)
    for (const note of notes) play(context, output, note)
    const lastMs = Math.max(...notes.map(({ atMs, lengthMs }) => atMs + lengthMs))
    setTimeout(() => output.disconnect(), lastMs + 500)
  }

  /** Falls silent at once, in the middle of a tone too. */
  silence(): void {
    const { context, output } = this
    this.output = null
    if (!context || !output) return
    output.gain.setTargetAtTime(0, context.currentTime, fadeSeconds / 4)
    setTimeout(() => output.disconnect(), fadeSeconds * 4 * 1000)
  }

  private open(): AudioContext | null {
    if (this.context) return this.context
    if (typeof AudioContext === 'undefined') {
      this.set('unavailable')
      return null
    }
    this.context = new AudioContext()
    this.context.addEventListener('statechange', () => this.look())
    if (this.context.state === 'running') this.set('on')
    else setTimeout(() => this.look(), startingMs)
    return this.context
  }

  private look(): void {
    this.set(this.context?.state === 'running' ? 'on' : 'locked')
  }

  private set(sound: Sound): void {
    if (sound === this.sound) return
    this.sound = sound
    for (const listener of this.listeners) listener()
  }
}

function play(context: AudioContext, output: GainNode, { wave, hertz, atMs, lengthMs, loudness }: Note): void {
  const start = context.currentTime + atMs / 1000
  const end = start + lengthMs / 1000
  const oscillator = new OscillatorNode(context, { type: wave, frequency: hertz })
  const envelope = new GainNode(context, { gain: 0 })
  envelope.gain.setValueAtTime(0, start)
  envelope.gain.linearRampToValueAtTime(loudness, start + 0.01)
  envelope.gain.exponentialRampToValueAtTime(0.001, end)
  oscillator.connect(envelope).connect(output)
  oscillator.start(start)
  oscillator.stop(end)
}

export const soundBox = new SoundBox()

export function useSound(): Sound {
  return useSyncExternalStore(soundBox.subscribe, soundBox.getSound, () => 'starting')
}
