import type { BoardOrder } from '@/lib/board/schema'

/** An action of this tablet: the order before it and, once the server has answered, after it. */
export type Undoable = { before: BoardOrder; after: BoardOrder | null; atMs: number; isWanted: boolean }

/**
 * What this tablet did in the last seconds, one action an order, so that a key can undo the newest. It only finds the
 * action: what an undo brings back is the database's to know.
 */
export class UndoStack {
  private entries: Undoable[] = []

  constructor(private readonly keptMs: number) {}

  start(before: BoardOrder, nowMs: number): Undoable {
    this.forget(before.serviceId)
    const entry = { before, after: null, atMs: nowMs, isWanted: false }
    this.entries.push(entry)
    return entry
  }

  /** An action on the order, or an undo, has taken its place. */
  forget(serviceId: string): void {
    this.entries = this.entries.filter((entry) => entry.before.serviceId !== serviceId)
  }

  drop(entry: Undoable | undefined): void {
    this.entries = this.entries.filter((other) => other !== entry)
  }

  /** The action that was taken last, if that was not too long ago. */
  newest(nowMs: number): Undoable | undefined {
    return this.entries.findLast(({ atMs }) => nowMs - atMs < this.keptMs)
  }
}
