import { Apart } from '@/lib/escalations/apart'
import { escalateRinging, listRingingProjects, notePresence } from '@/lib/escalations/data'
import { Elsewhere, nameOfRight, type Told } from '@/lib/escalations/elsewhere'
import { type Looked, Looks } from '@/lib/escalations/looks'
import { Steadiness } from '@/lib/escalations/steadiness'
import type { StreamMessage } from '@/lib/http/event-stream'
import { log } from '@/lib/log'
import { slices } from '@/lib/slices'
import { inProjects } from '@/lib/wall'

// How often a process looks, once for all projects that somebody watches through it.
const lookEveryMs = 2_000
// How often it looks at all projects where somebody rings, whoever watches: their timelines tell of it all the same.
const lookWideEveryMs = 10_000
// A timer may come a little early.
const earlyMs = 50

/** Under it board_presence keeps since when it has been filled (see the migration of escalations). */
const nobodys = '00000000-0000-0000-0000-000000000000'

type Place = { projectId: string; destinationId: string }
type Right = { projectId: string; destinationIds: string[] | null }
type Push = (message: StreamMessage) => void
type Board = { here: Place; right: Right; rightName: string; push: Push; told: string | undefined }

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
  private readonly looks = new Looks(() => this.look())
  private readonly steadiness = new Steadiness()
  /** Projects of which more may be due than the last look has written. */
  private behind: string[] = []
  private lookedWideAt = Number.NEGATIVE_INFINITY
  private readonly apart = new Apart()

  constructor() {
    this.looks.within(0)
  }

  join(board: Board): () => void {
    this.boards.add(board)
    this.looks.join()
    return () => {
      this.boards.delete(board)
      this.left.set(placeOf(board.here), board.here)
    }
  }

  view(projectIds: string[]): () => void {
    const viewer = { projectIds }
    this.viewers.add(viewer)
    // They are told nothing by it: their projects have their looks.
    this.looks.within(lookEveryMs)
    return () => void this.viewers.delete(viewer)
  }

  private async look(): Promise<Looked> {
    let hasFailed = false
    try {
      // Who joins meanwhile is told by the next look: whoever is told has been counted as connected.
      const boards = [...this.boards]
      await this.notePresence(boards)
      await this.tellRinging(boards)
      this.steadiness.succeed(performance.now())
    } catch (error) {
      hasFailed = true
      this.steadiness.fail()
      log.warn({ err: error }, 'other stores could not be looked at')
    }
    const isWatched = this.boards.size > 0 || this.viewers.size > 0 || this.left.size > 0 || this.behind.length > 0
    return { nextMs: isWatched ? lookEveryMs : lookWideEveryMs, hasFailed }
  }

  private async notePresence(boards: Board[]): Promise<void> {
    const places = new Map(this.left)
    for (const { here } of boards) places.set(placeOf(here), here)
    const seen = [...places.values()]
    const projectIds = seen.map(({ projectId }) => projectId)
    if (seen.length > 0) await inProjects(projectIds, () => notePresence(seen))
    for (const place of places.keys()) this.left.delete(place)
  }

  private async tellRinging(boards: Board[]): Promise<void> {
    const startedAt = performance.now()
    const watched = [...boards.map(({ here }) => here.projectId), ...[...this.viewers].flatMap((v) => v.projectIds)]
    const isWide = startedAt - this.lookedWideAt > lookWideEveryMs - earlyMs
    const anywhere = isWide ? await listRingingProjects() : []
    const projectIds = [...new Set([...watched, ...this.behind, ...anywhere])]
    const isSteady = this.steadiness.isSteady(startedAt)
    const behind: string[] = []
    const ringing = await this.apart.lookAt({ projectIds, isWide }, async (some) => {
      const found = await inProjects([...some, nobodys], () => escalateRinging(some, isSteady))
      behind.push(...found.behind)
      return found.stores
    })
    this.behind = behind
    if (isWide) this.lookedWideAt = startedAt
    const elsewhere = new Elsewhere(ringing)
    // Of a chain that all rings each is told of hundreds, and by another text.
    const giveWay = slices()
    for (const board of boards) {
      await giveWay()
      const isKnown = !this.apart.has(board.right.projectId)
      if (isKnown) this.tell(board, elsewhere.tell(board))
    }
  }

  private tell(board: Board, { message, digest }: Told): void {
    if (digest === board.told || !this.boards.has(board)) return
    board.told = digest
    board.push(message)
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
  return projectWatch().join({ here, right, rightName: nameOfRight(right), push, told: undefined })
}
