import { onStoreNews } from '@/lib/feed/listener'
import { wholeProject } from '@/lib/feed/wake'
import { findMasking, type Masking } from '@/lib/privacy/data'
import { findBoardStore } from '@/lib/settings/data'
import type { FaceSettings } from '@/lib/settings/model'

type StoreKey = { projectId: string; destinationId: string }

/** Should the word of a change be lost. */
const believedMs = 1000

/** What was asked once for all, and is believed for a second, or until it is forgotten. */
class Believed<Answer> {
  private last: { answer: Promise<Answer>; until: number } | undefined

  constructor(private readonly ask: () => Promise<Answer>) {}

  read(): Promise<Answer> {
    const now = performance.now()
    if (!this.last || now >= this.last.until) {
      const asked = { answer: this.ask(), until: now + believedMs }
      this.last = asked
      // What failed is no answer for those who ask next.
      asked.answer.catch(() => this.last === asked && this.forget())
    }
    return this.last.answer
  }

  forget(): void {
    this.last = undefined
  }
}

/** What a store hides, and what stands on its orders' rows, asked once for all streams of this process that show it. */
class StoreMasking {
  readers = 0
  readonly masking: Believed<Masking | null>
  readonly face: Believed<FaceSettings | null>
  private readonly stopListening: () => void

  constructor(store: StoreKey) {
    this.masking = new Believed(() => findMasking(store))
    this.face = new Believed(async () => (await findBoardStore(store))?.settings.ticketFace ?? null)
    this.stopListening = onStoreNews(store.projectId, wholeProject, () => {
      this.masking.forget()
      this.face.forget()
    })
  }

  end(): void {
    this.stopListening()
  }
}

const held = globalThis as typeof globalThis & { baycallStoreMasking?: Map<string, StoreMasking> }

/** What a stream asks of its store (watchMasking). */
type WatchedMasking = {
  read: () => Promise<Masking | null>
  /** What a manager put on its orders' rows (lib/board/ticket-face.ts). */
  face: () => Promise<FaceSettings | null>
  stop: () => void
}

/**
 * For a stream: what its store hides now, believed for a second, or until its project has changed anything. `stop` when
 * the stream ends.
 */
export function watchMasking(store: StoreKey): WatchedMasking {
  held.baycallStoreMasking ??= new Map()
  const all = held.baycallStoreMasking
  const name = JSON.stringify([store.projectId, store.destinationId])
  const masking = all.get(name) ?? new StoreMasking(store)
  all.set(name, masking)
  masking.readers += 1
  return {
    read: () => masking.masking.read(),
    face: () => masking.face.read(),
    stop: () => {
      masking.readers -= 1
      if (masking.readers > 0) return
      masking.end()
      all.delete(name)
    },
  }
}
