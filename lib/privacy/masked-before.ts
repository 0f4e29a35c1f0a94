import { createHash } from 'node:crypto'

// Of all boards together: some hundred of two hundred usual orders. An order of which nothing is shown takes room as well.
const heldCharacters = 16_000_000
const leastCharacters = 200

/** What is shown of a board's orders, by a digest of what it was made of: so nothing of that is kept. */
type Shown<Made> = { orders: Map<string, Made>; characters: number }

/** What an order is shown as, made anew or as it was made before. */
type ShownOf<Made> = (madeOf: unknown, make: () => Made) => Made

/**
 * What boards show of orders whose details are hidden, each made but once for as long as it is the same: what hides the details of some
 * hundred orders takes a second where each calls them otherwise, and a store's tablets come back at once.
 */
export class MaskedBefore<Made> {
  private readonly boards = new Map<string, Shown<Made>>()
  private characters = 0

  /** `most`: so many characters are kept of all boards; `sizeOf`: how many those of an order are. */
  constructor(
    private readonly sizeOf: (made: Made) => number,
    private readonly most = heldCharacters,
  ) {}

  /** Of a board that is read now, whose orders of before are let go as it is: what is made is kept at once. */
  ofBoard(board: string): ShownOf<Made> {
    const before = this.boards.get(board)?.orders
    this.forget(board)
    const now: Shown<Made> = { orders: new Map(), characters: 0 }
    this.boards.set(board, now)
    return (madeOf, make) => {
      const name = createHash('sha256').update(JSON.stringify(madeOf)).digest('base64')
      const made = now.orders.get(name) ?? before?.get(name) ?? make()
      if (!now.orders.has(name) && this.boards.get(board) === now) this.keep(now, name, made)
      return made
    }
  }

  private keep(now: Shown<Made>, name: string, made: Made): void {
    const characters = leastCharacters + this.sizeOf(made)
    now.orders.set(name, made)
    now.characters += characters
    this.characters += characters
    for (const board of this.boards.keys()) {
      if (this.characters <= this.most) return
      this.forget(board)
    }
  }

  private forget(board: string): void {
    this.characters -= this.boards.get(board)?.characters ?? 0
    this.boards.delete(board)
  }
}
