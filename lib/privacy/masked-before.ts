import { createHash } from 'node:crypto'

// Of all boards together: some hundred of two hundred usual orders. An order of which nothing is shown takes room as well.
const heldCharacters = 16_000_000
const leastCharacters = 200

/** What is shown of a board's orders, by a digest of what it was made of: so nothing of that is kept. */
type Shown<Made> = { orders: Map<string, Made>; characters: number }

/** Boards of a project, the one that was read last at the end. */
type Project<Made> = { boards: Map<string, Shown<Made>>; characters: number }

/** What an order is shown as, made anew or as it was made before. */
type ShownOf<Made> = (madeOf: unknown, make: () => Made) => Made

/**
 * What boards show of orders whose details are hidden, each made but once for as long as it is the same: what hides the details of some
 * hundred orders takes a second where each calls them otherwise, and a store's tablets come back at once.
 */
export class MaskedBefore<Made> {
  private readonly projects = new Map<string, Project<Made>>()
  private characters = 0

  /** `most`: so many characters are kept of all boards; `sizeOf`: how many those of an order are. */
  constructor(
    private readonly sizeOf: (made: Made) => number,
    private readonly most = heldCharacters,
  ) {}

  /** Of a project's board that is read now, whose orders of before are let go as it is: what is made is kept at once. */
  ofBoard(projectId: string, board: string): ShownOf<Made> {
    const before = this.projects.get(projectId)?.boards.get(board)?.orders
    this.forget(projectId, board)
    const project = this.projects.get(projectId) ?? { boards: new Map<string, Shown<Made>>(), characters: 0 }
    this.projects.set(projectId, project)
    const now: Shown<Made> = { orders: new Map(), characters: 0 }
    project.boards.set(board, now)
    return (madeOf, make) => {
      const name = createHash('sha256').update(JSON.stringify(madeOf)).digest('base64')
      const made = now.orders.get(name) ?? before?.get(name) ?? make()
      const isKept = this.projects.get(projectId)?.boards.get(board) === now
      if (isKept && !now.orders.has(name)) this.keep(project, now, name, made)
      return made
    }
  }

  // Of a board that is more than is kept of all together the first orders are: the others alone are made anew each time.
  private keep(project: Project<Made>, now: Shown<Made>, name: string, made: Made): void {
    const characters = leastCharacters + this.sizeOf(made)
    while (this.characters + characters > this.most) if (!this.forgetEldestOfMost(now)) return
    now.orders.set(name, made)
    now.characters += characters
    project.characters += characters
    this.characters += characters
  }

  // Whoever has boards without end keeps what another project's were. False where that is the board that is read now.
  private forgetEldestOfMost(now: Shown<Made>): boolean {
    const [most] = [...this.projects].toSorted(([, one], [, other]) => other.characters - one.characters)
    const [eldest] = most?.[1].boards ?? []
    if (!most || !eldest || eldest[1] === now) return false
    this.forget(most[0], eldest[0])
    return true
  }

  private forget(projectId: string, board: string): void {
    const project = this.projects.get(projectId)
    const { characters = 0 } = project?.boards.get(board) ?? {}
    this.characters -= characters
    if (!project) return
    project.characters -= characters
    project.boards.delete(board)
    if (project.boards.size === 0) this.projects.delete(projectId)
  }
}
