import { createHash } from 'node:crypto'
import type { RingingStore } from '@/lib/escalations/schema'
import type { StreamMessage } from '@/lib/http/event-stream'

/** Of more stores than these nobody at another one makes use: of a chain that all rings, these are told of. */
export const mostStores = 300

type Place = { projectId: string; destinationId: string }
type Right = { projectId: string; destinationIds: string[] | null }

/** `digest`: of the text, for whoever remembers what was told last without keeping all of it. */
export type Told = { message: StreamMessage; digest: string }

const comesBefore = (one: RingingStore, other: RingingStore) =>
  Number(other.escalation !== null) - Number(one.escalation !== null) || one.since.getTime() - other.since.getTime()

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** Short, and the same for the same right: of a large chain an account may have thousands of stores. */
export function nameOfRight({ projectId, destinationIds }: Right): string {
  return digestOf(JSON.stringify([projectId, destinationIds]))
}

/** What boards are told of one look at who rings: each text is made once, for all boards that are told the same. */
export class Elsewhere {
  private readonly seen = new Map<string, RingingStore[]>()
  private readonly told = new Map<string, Told>()

  constructor(private readonly ringing: RingingStore[]) {}

  /**
   * Of the ringing stores those that somebody may see, without the one where they stand; of many those that need help, then
   * the longest waits. `rightName`: by nameOfRight.
   */
  tell({ right, rightName, here }: { right: Right; rightName: string; here: Place }): Told {
    const seen = this.seenBy(right, rightName)
    const at = seen.findIndex((store) => isPlace(store, here))
    // A store that is not among those told of is left out anyway.
    const without = at >= 0 && at < mostStores ? at : null
    const name = `${without} ${rightName}`
    const told = this.told.get(name) ?? toldOf(seen.filter((_, place) => place !== without).slice(0, mostStores))
    this.told.set(name, told)
    return told
  }

  // One more than is told of: the reader's own may be among them.
  private seenBy(right: Right, rightName: string): RingingStore[] {
    const known = this.seen.get(rightName)
    if (known) return known
    const ids = right.destinationIds && new Set(right.destinationIds)
    const seen = this.ringing.filter(
      ({ projectId, destinationId }) => projectId === right.projectId && (ids === null || ids.has(destinationId)),
    )
    const some = seen.length > mostStores ? seen.sort(comesBefore).slice(0, mostStores + 1) : seen
    this.seen.set(rightName, some)
    return some
  }
}

const isPlace = (store: Place, here: Place) =>
  store.projectId === here.projectId && store.destinationId === here.destinationId

function toldOf(stores: RingingStore[]): Told {
  const data = JSON.stringify({ stores })
  return { message: { event: 'elsewhere', data }, digest: digestOf(data) }
}
