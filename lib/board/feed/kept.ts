import type { StreamMessage } from '@/lib/http/event-stream'

/**
 * What waits in this process for all readers of boards together, in characters, a message counted once however many wait for
 * it: 32 MB, twice that beyond Latin-1, and as much again where shared boards have each masked as well.
 */
const mostCharacters = 32_000_000

/** What one reader adds to it, a message's share of it among those who keep it, and the message of the largest share. */
type Load = { characters: number; heaviest: StreamMessage; heaviestCharacters: number }

/**
 * Bounds what waits for all readers together: beyond it those for whom most waits give it up, and with each of them all who keep
 * its heaviest message as well, so that this one is free: nobody gives up anything for nothing.
 */
export class Room {
  private readonly keepers = new Map<StreamMessage, Set<Kept>>()
  private characters = 0

  constructor(private readonly most = mostCharacters) {}

  /** Counts a message that has come to wait, for which somebody may have to give up what they keep at once. */
  keep(kept: Kept, message: StreamMessage): void {
    const keepers = this.keepers.get(message)
    if (keepers) {
      keepers.add(kept)
      return
    }
    this.keepers.set(message, new Set([kept]))
    this.characters += message.data.length
    if (this.characters > this.most) this.makeRoom(message)
  }

  release(kept: Kept, message: StreamMessage): void {
    const keepers = this.keepers.get(message)
    if (!keepers?.delete(kept) || keepers.size > 0) return
    this.keepers.delete(message)
    this.characters -= message.data.length
  }

  // What has only just come is held against nobody: whoever takes all at once keeps nothing else.
  private loads(newest: StreamMessage): [Kept, Load][] {
    const loads = new Map<Kept, Load>()
    for (const [message, keepers] of this.keepers) {
      if (message === newest) continue
      const share = message.data.length / keepers.size
      for (const kept of keepers) {
        const load = loads.get(kept) ?? { characters: 0, heaviest: message, heaviestCharacters: share }
        load.characters += share
        if (share > load.heaviestCharacters) Object.assign(load, { heaviest: message, heaviestCharacters: share })
        loads.set(kept, load)
      }
    }
    return [...loads].sort(([, one], [, other]) => other.characters - one.characters)
  }

  // An eighth more than there has to be: all are gone through once for so many characters, and not for each message.
  private makeRoom(newest: StreamMessage): void {
    for (const [kept, { heaviest }] of this.loads(newest)) {
      if (this.characters <= (this.most / 8) * 7) return
      const keepers = this.keepers.get(heaviest)
      if (keepers?.has(kept)) for (const one of [...keepers]) one.giveUp()
    }
  }
}

const held = globalThis as typeof globalThis & { baycallRoom?: Room }

function roomOfProcess(): Room {
  held.baycallRoom ??= new Room()
  return held.baycallRoom
}

/** Says that the board is to be read anew: what was to be told is more than is worth keeping. */
export const reset: StreamMessage = { event: 'reset', data: '{}' }

// Each says all there is to say: nobody needs the one before.
const isWhole = ({ event }: StreamMessage) => event === 'elsewhere' || event === 'settings'

/** Messages that wait, in turn. Of what tells a whole anew the newest is kept, in the place of the one before. */
export class Kept {
  /** How much waits. */
  characters = 0
  /** Whether something was let go of that nobody has been told: a reset stands for it. */
  isLetGo = false
  /** Whether there was something that a reset does not stand for: the stream ends, and its board comes again and is told all. */
  isEnded = false
  private messages: StreamMessage[] = []

  constructor(private readonly room = roomOfProcess()) {}

  get length(): number {
    return this.messages.length
  }

  /** Whether this very message waits. */
  holds(message: StreamMessage): boolean {
    return this.messages.includes(message)
  }

  /** Whether a message would take the place of one. */
  replaces(message: StreamMessage): boolean {
    return this.placeOf(message) >= 0
  }

  add(message: StreamMessage): void {
    if (this.isEnded) return
    const before = this.placeOf(message)
    const [replaced] = before >= 0 ? this.messages.splice(before, 1, message) : []
    if (replaced) this.forget(replaced)
    else this.messages.push(message)
    this.characters += message.data.length
    this.room.keep(this, message)
  }

  /** As many of these as there is room for: all, or a reset in their place. */
  addAll(messages: StreamMessage[]): void {
    for (const message of messages) if (!this.isLetGo) this.add(message)
  }

  shift(): StreamMessage | undefined {
    const message = this.messages.shift()
    if (message) this.forget(message)
    return message
  }

  /** A board that reads itself anew does not learn so what tells a whole. */
  letGo(): void {
    this.isLetGo = true
    const whole = this.messages.filter(isWhole)
    for (const message of this.messages) if (!isWhole(message)) this.forget(message)
    this.messages = [reset, ...whole]
    this.characters += reset.data.length
  }

  /** Keeps nothing but what stands for it. */
  giveUp(): void {
    this.isEnded = this.messages.some(isWhole)
    if (this.isEnded) this.end()
    else this.letGo()
  }

  /** Nobody waits any more: what there was. */
  end(): StreamMessage[] {
    const { messages } = this
    this.messages = []
    for (const message of messages) this.forget(message)
    return messages
  }

  private placeOf(message: StreamMessage): number {
    return isWhole(message) ? this.messages.findIndex(({ event }) => event === message.event) : -1
  }

  private forget(message: StreamMessage): void {
    this.characters -= message.data.length
    this.room.release(this, message)
  }
}
