import { Kept } from '@/lib/board/feed/kept'
import { lookAgain } from '@/lib/feed/rights'
import type { StreamMessage } from '@/lib/http/event-stream'

// Messages that wait for one slow reader, and the characters in them.
const mostMessages = 100
const mostCharacters = 4_000_000

/** What one reader has not taken yet of what it is told live: one too slow for all of it is reset. */
export class ReaderQueue extends Kept {
  push(message: StreamMessage): void {
    // However often it is said, one look answers it.
    if (message === lookAgain && this.holds(message)) return
    const isFull = this.length >= mostMessages || this.characters + message.data.length > mostCharacters
    if (isFull && this.length > 0 && !this.replaces(message)) this.letGo()
    this.add(message)
  }
}
