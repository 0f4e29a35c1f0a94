import { escalateRinging, listRingingProjects, notePresence } from '@/lib/escalations/data'
import { elsewhereOf } from '@/lib/escalations/model'
import type { RingingStore } from '@/lib/escalations/schema'
import { Steadiness } from '@/lib/escalations/steadiness'
import type { StreamMessage } from '@/lib/http/event-stream'
import { log } from '@/lib/log'
import { causeOf } from '@/lib/watch/cause'

// How often a process looks, once for all projects that somebody watches through it.
const lookEveryMs = 2_000
// How often it looks at all projects where somebody rings, whoever watches: their timelines tell of it all the same.
const lookWideEveryMs = 10_000
// Whoever joins is told soon; many that join in one breath (a restart) cost one look.
const joinedMs = 50

type Place = { projectId: string; destinationId: string }
type Right = { projectId: string; destinationIds: string[] | null }
type Push = (message: StreamMessage) => void
type Board = { here: Place; right: Right; push: Push; told: string | undefined }

const placeOf = ({ projectId, destinationId }: Place) => JSON.stringify([projectId, destinationId])

/**
 * What all boards of this process are told of other stores, the word of this process that their stores have one, and a
 * look at everybody else who rings.
 */
class ProjectWatch {
  private readonly boards = new Set<Board>()
  /** Projects of those who look at all their stores. */
  private readonly viewers = new Set<{ projectIds: string[] }>()
  /** Stores that a board has left since the last look: it was there until then. */
  private readonly left = new Map<string, Place>()
  private timer: NodeJS.Timeout | undefined
  private isLooking = false
  private lookAgain = false
  private readonly steadiness = new Steadiness()
  private lookedWideAt = Number.NEGATIVE_INFINITY

  constructor() {
    this.lookIn(joinedMs)
  }

  join(board: Board): () => void {
    this.boards.add(board)
    this.lookIn(joinedMs)
    return () => {
      this.boards.delete(board)
      this.left.set(placeOf(board.here), board.here)
    }
  }

  view(projectIds: string[]): () => void {
    const viewer = { projectIds }
    this.viewers.add(viewer)
    this.lookIn(joinedMs)
    return () => void this.viewers.delete(viewer)
  }

  private lookIn(ms: number): void {
    if (this.isLooking) {
      this.lookAgain = true
      return
    }
    clearTimeout(this.timer)
    // Whoever watches keeps the process alive by their stream; nobody else's arrivals do.
    this.timer = setTimeout(() => void this.look(), ms).unref()
  }

  private async look(): Promise<void> {
    this.isLooking = true
    this.lookAgain = false
    try {
      await this.notePresence()
      await this.tellRinging()
      this.steadiness.succeed(performance.now())
    } catch (error) {
      this.steadiness.fail()
      log.warn({ err: causeOf(error) }, 'other stores could not be looked at')
    }
    this.isLooking = false
    const isWatched = this.boards.size > 0 || this.viewers.size > 0 || this.left.size > 0
    this.lookIn(this.lookAgain ? joinedMs : isWatched ? lookEveryMs : lookWideEveryMs)
  }

  private async notePresence(): Promise<void> {
    const places = new Map(this.left)
    for (const { here } of this.boards) places.set(placeOf(here), here)
    if (places.size > 0) await notePresence([...places.values()])
    for (const place of places.keys()) this.left.delete(place)
  }

  private async tellRinging(): Promise<void> {
    const startedAt = performance.now()
    const boards = [...this.boards]
    const watched = [...boards.map(({ here }) => here.projectId), ...[...this.viewers].flatMap((v) => v.projectIds)]
    // A timer may come a little early.
    const isWide = startedAt - this.lookedWideAt > lookWideEveryMs - joinedMs
    const projectIds = new Set(isWide ? [...watched, ...(await listRingingProjects())] : watched)
    const ringing = await escalateRinging([...projectIds], this.steadiness.isSteady(startedAt))
    if (isWide) this.lookedWideAt = startedAt
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

function projectWatch(): ProjectWatch {
  held.baycallProjectWatch ??= new ProjectWatch()
  return held.baycallProjectWatch
}

/** Begins to look at whoever rings, in this process; once it has begun, nothing. */
export function startEscalating(): void {
  projectWatch()
}

/** Looks at these projects as often as at those of a board, for somebody who sees all their stores. Answers the end of it. */
export function watchProjects(projectIds: string[]): () => void {
  return projectWatch().view(projectIds)
}

/**
 * Counts a board as connected, and tells it who rings at the other stores that it may see: at once, and whenever that
 * changes. The answer ends both.
 */
export function watchElsewhere(here: Place, right: Right, push: Push): () => void {
  return projectWatch().join({ here, right, push, told: undefined })
}
