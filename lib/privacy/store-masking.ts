import { onStoreNews } from '@/lib/feed/listener'
import { wholeProject } from '@/lib/feed/wake'
import { findMasking, type Masking } from '@/lib/privacy/data'

type StoreKey = { projectId: string; destinationId: string }

/** Should the word of a change be lost. */
const believedMs = 1000

/** What a store hides, asked once for all streams of this process that show it. */
class StoreMasking {
  readers = 0
  private answer: { masking: Promise<Masking | null>; until: number } | undefined
  private readonly stopListening: () => void

  constructor(private readonly store: StoreKey) {
    this.stopListening = onStoreNews(store.projectId, wholeProject, () => this.forget())
  }

  read(now: number): Promise<Masking | null> {
    if (!this.answer || now >= this.answer.until) {
      const answer = { masking: findMasking(this.store), until: now + believedMs }
      this.answer = answer
      // What failed is no answer for those who ask next.
      answer.masking.catch(() => this.answer === answer && this.forget())
    }
    return this.answer.masking
  }

  end(): void {
    this.stopListening()
  }

  private forget(): void {
    this.answer = undefined
  }
}

const held = globalThis as typeof globalThis & { baycallStoreMasking?: Map<string, StoreMasking> }

/**
 * For a stream: what its store hides now, believed for a second, or until its project has changed anything. `stop` when
 * the stream ends.
 */
export function watchMasking(store: StoreKey): { read: () => Promise<Masking | null>; stop: () => void } {
  held.baycallStoreMasking ??= new Map()
  const all = held.baycallStoreMasking
  const name = JSON.stringify([store.projectId, store.destinationId])
  const masking = all.get(name) ?? new StoreMasking(store)
  all.set(name, masking)
  masking.readers += 1
  return {
    read: () => masking.read(performance.now()),
    stop: () => {
      masking.readers -= 1
      if (masking.readers > 0) return
      masking.end()
      all.delete(name)
    },
  }
}
