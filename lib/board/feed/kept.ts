import type { StreamMessage } from '@/lib/http/event-stream'

/**
 * What waits in this process for all readers of boards together, in characters, a message counted once however many wait for
 * it: 32 MB, twice that beyond Latin-1, and as much again where shared boards have each masked as well.
 */
const mostCharacters = 32_000_000

/** Bounds what waits for all readers together: beyond it those for whom most waits let go of it, one after the other. */
export class Room {
  private readonly counts = new Map<StreamMessage, number>()
  private readonly all = new Set<Kept>()
  private characters = 0

  constructor(private readonly most = mostCharacters) {}

  /** Counts a message that has come to wait, which somebody may have to let go of at once. */
  keep(kept: Kept, message: StreamMessage): void {
    this.all.add(kept)
    const count = this.counts.get(message) ?? 0
    this.counts.set(message, count + 1)
    if (count === 0) this.characters += message.data.length
    if (this.characters > this.most) this.makeRoom()
  }

  release(message: StreamMessage): void {
    const count = this.counts.get(message) ?? 0
    if (count > 1) this.counts.set(message, count - 1)
    else if (this.counts.delete(message)) this.characters -= message.data.length
  }

  leave(kept: Kept): void {
    this.all.delete(kept)
  }

  private makeRoom(): void {
    for (const kept of [...this.all].sort((a, b) => b.characters - a.characters)) {
      if (this.characters <= this.most) return
      kept.letGo()
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
  private messages: StreamMessage[] = []

  constructor(private readonly room = roomOfProcess()) {}

  get length(): number {
    return this.messages.length
  }

  /** Whether a message would take the place of one. */
  replaces(message: StreamMessage): boolean {
    return this.placeOf(message) >= 0
  }

  add(message: StreamMessage): void {
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
    if (this.messages.length === 0) this.room.leave(this)
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

  /** Nobody waits any more: what there was. */
  end(): StreamMessage[] {
    const { messages } = this
    this.messages = []
    for (const message of messages) this.forget(message)
    this.room.leave(this)
    return messages
  }

  private placeOf(message: StreamMessage): number {
    return isWhole(message) ? this.messages.findIndex(({ event }) => event === message.event) : -1
  }

  private forget(message: StreamMessage): void {
    this.characters -= message.data.length
    this.room.release(message)
  }
}
