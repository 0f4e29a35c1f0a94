import type { AsyncLocalStorage } from 'node:async_hooks'

/** A page's place among those that are made at once (scripts/server/page-turns.mjs). */
export type PagePlace = {
  /** Gives it back, if the page has it: it waits for something else than this process. */
  stepAside: () => void
  /**
   * Takes another, if it has none, in rounds with what else its project (`share`) has asked for, where that is known by now.
   * Throws unavailable (Busy) and HungUp, as a page does that waits for its first.
   */
  comeBack: (share: string | null) => Promise<void>
}

/** `readings`: how many are underway that it waits for; `refusedBy`: what the log has been told of (lib/http/page-answer.ts). */
type PageMade = { place?: PagePlace; readings?: number; refusedBy?: unknown }

// Next evaluates a module once per bundle; the front makes it (scripts/server/page-answer.mjs).
const held = globalThis as typeof globalThis & { baycallPage?: AsyncLocalStorage<PageMade> }

/** What waits here and now, if it is for a page, keeps no other page from being made meanwhile. */
export function stepAside(): void {
  const page = held.baycallPage?.getStore()
  // What goes on behind a reading is no reason: nobody would come back for it.
  if (page?.readings) page.place?.stepAside()
}

/** Whether the page that is being made was refused by this very error. */
export function isPageRefusedBy(error: unknown): boolean {
  const page = held.baycallPage?.getStore()
  return page?.refusedBy !== undefined && page.refusedBy === error
}
