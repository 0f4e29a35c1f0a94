import { escalateRinging, notePresence } from '@/lib/escalations/data'
import { elsewhereOf } from '@/lib/escalations/model'
import type { RingingStore } from '@/lib/escalations/schema'
import type { StreamMessage } from '@/lib/http/event-stream'
import { log } from '@/lib/log'
import { causeOf } from '@/lib/watch/cause'

// How often a process looks, once for all projects that have a board on it.
const lookEveryMs = 2_000
// Whoever joins is told soon; many that join in one breath (a restart) cost one look.
const joinedMs = 50

type Place = { projectId: string; destinationId: string }
type Right = { projectId: string; destinationIds: string[] | null }
type Push = (message: StreamMessage) => void
type Board = { here: Place; right: Right; push: Push; told: string | undefined }

const placeOf = ({ projectId, destinationId }: Place) => JSON.stringify([projectId, destinationId])

/** What all boards of this process are told of other stores, and the word of this process that their stores have one. */
class ProjectWatch {
  private readonly boards = new Set<Board>()
  /** Stores that a board has left since the last look: it was there until then. */
  private readonly left = new Map<string, Place>()
  private timer: NodeJS.Timeout | undefined
  private isLooking = false
  private lookAgain = false

  join(board: Board): () => void {
    this.boards.add(board)
    this.lookIn(joinedMs)
    return () => {
      this.boards.delete(board)
      this.left.set(placeOf(board.here), board.here)
    }
  }

  private lookIn(ms: number): void {
    if (this.isLooking) {
      this.lookAgain = true
      return
    }
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.look(), ms)
  }

  private async look(): Promise<void> {
    this.isLooking = true
    this.lookAgain = false
    try {
      await this.notePresence()
      await this.tellRinging()
    } catch (error) {
      log.warn({ err: causeOf(error) }, 'other stores could not be looked at')
    }
    this.isLooking = false
    if (this.boards.size > 0 || this.left.size > 0) this.lookIn(this.lookAgain ? joinedMs : lookEveryMs)
  }

  private async notePresence(): Promise<void> {
    const places = new Map(this.left)
    for (const { here } of this.boards) places.set(placeOf(here), here)
    if (places.size > 0) await notePresence([...places.values()])
    for (const place of places.keys()) this.left.delete(place)
  }

  private async tellRinging(): Promise<void> {
    if (this.boards.size === 0) return
    const boards = [...this.boards]
    const ringing = await escalateRinging([...new Set(boards.map(({ here }) => here.projectId))])
    for (const board of boards) this.tell(board, elsewhereOf(ringing, board.right, board.here))
  }

  private tell(board: Board, stores: RingingStore[]): void {
    const data = JSON.stringify({ stores })
    if (data === board.told || !this.boards.has(board)) return
    board.told = data
    board.push({ event: 'elsewhere', data })
  }
}

const held = globalThis as typeof globalThis & { baycallProjectWatch?: ProjectWatch }

/**
 * Counts a board as connected, and tells it who rings at the other stores that it may see: at once, and whenever that
 * changes. The answer ends both.
 */
export function watchElsewhere(here: Place, right: Right, push: Push): () => void {
  held.baycallProjectWatch ??= new ProjectWatch()
  return held.baycallProjectWatch.join({ here, right, push, told: undefined })
}
