import type { StaffCaller } from '@/lib/auth/model'
import { readAsSame } from '@/lib/auth/still-same'
import { Patience } from '@/lib/patience'
import { listFieldsSeen } from '@/lib/settings/data'
import { sharedSumInTurn } from '@/lib/turns/reading'

// They are offered in a form: what an app sends for the first time is there soon enough.
const believedMs = 60_000
const heldAtMost = 1_000

/** A project's answer, read once for those that ask within a minute. One that is empty is read again: that costs nothing. */
export class FieldsSeen {
  private readonly held = new Map<string, { keys: Promise<string[]>; untilMs: number }>()

  /** `nowMs`: of any clock that only goes on. */
  get(projectId: string, nowMs: number, read: () => Promise<string[]>): Promise<string[]> {
    const known = this.held.get(projectId)
    if (known && known.untilMs > nowMs) return known.keys
    const keys = read()
    this.held.delete(projectId)
    const [eldest] = this.held.size >= heldAtMost ? this.held.keys() : []
    if (eldest !== undefined) this.held.delete(eldest)
    this.held.set(projectId, { keys, untilMs: nowMs + believedMs })
    const forget = () => {
      if (this.held.get(projectId)?.keys === keys) this.held.delete(projectId)
    }
    keys.then((found) => found.length === 0 && forget(), forget)
    return keys
  }
}

// Next evaluates a module once per bundle.
const kept = globalThis as typeof globalThis & { baycallFieldsSeen?: FieldsSeen }

/**
 * The keys of the details that apps send lately, the most frequent first; a minute old at most. For who has a right in the
 * project. Throws unavailable where too much is counted already.
 */
export function fieldsSeen(caller: StaffCaller, projectId: string): Promise<string[]> {
  kept.baycallFieldsSeen ??= new FieldsSeen()
  const seen = kept.baycallFieldsSeen
  // That whoever asked first is nobody any more is nothing to the others.
  const read = () =>
    Patience.outside(() => sharedSumInTurn(projectId, () => listFieldsSeen(projectId)), {
      isForKnown: true,
    })
  return readAsSame(caller, [projectId], () => seen.get(projectId, performance.now(), read))
}
