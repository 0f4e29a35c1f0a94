import { reset } from '@/lib/board/feed/missed'
import type { StreamMessage } from '@/lib/http/event-stream'

// Messages that wait for one slow reader, and the characters in them.
const mostMessages = 100
const mostCharacters = 4_000_000

// Each says all there is to say: nobody needs the one before.
const isWhole = ({ event }: StreamMessage) => event === 'elsewhere' || event === 'settings'

/**
 * What one reader has not taken yet. Of what tells a whole anew the newest is kept, in the place of the one before; a reader
 * too slow for the rest of it is reset.
 */
export class ReaderQueue {
  private messages: StreamMessage[] = []
  private characters = 0

  push(message: StreamMessage): void {
    const before = isWhole(message) ? this.messages.findIndex(({ event }) => event === message.event) : -1
    const added = message.data.length - (this.messages[before]?.data.length ?? 0)
    if (before >= 0) this.messages[before] = message
    else {
      const isFull = this.messages.length >= mostMessages || this.characters + added > mostCharacters
      if (isFull && this.messages.length > 0) this.startAnew()
      this.messages.push(message)
    }
    this.characters += added
  }

  shift(): StreamMessage | undefined {
    const message = this.messages.shift()
    this.characters -= message?.data.length ?? 0
    return message
  }

  // A board that reads itself anew does not learn so what it is told of other stores.
  private startAnew(): void {
    this.messages = [reset, ...this.messages.filter(isWhole)]
    this.characters = this.messages.reduce((sum, { data }) => sum + data.length, 0)
  }
}
