import type { ApiKeyCaller, Caller } from '@/lib/auth/model'
import { Busy } from '@/lib/errors'
import { clientAddressOf } from '@/lib/http/client-address'
import { type Hold, readJsonText } from '@/lib/http/json-body'

const mebibyte = 1024 * 1024

type Bounds = {
  ofOne: number
  /** Of all together. */
  ofAll?: number
  /** A body with no more is not counted: what is small is refused for nobody else's. */
  freeOfEach?: number
  /** Who has not sent all of one for so long makes room for who has none. */
  dawdlesAfterMs?: number
}

/** A body that is counted. */
type Underway = {
  hold: Hold
  sinceMs: number
  isWhole: boolean
  drop: () => void
}

const busy = () => new Busy('Too many bodies are underway: send this one again in a moment.', 1)

/** Of which each holds so many bytes at a time at most and, where that is bounded, all of them together. */
class HeldBodies {
  private readonly underway = new Map<string, { bytes: number; first: Hold | undefined; bodies: Set<Underway> }>()
  private ofAll = 0

  constructor(private readonly bounds: Bounds) {}

  /** Work with a body, of which it tells what it holds more or less. Throws unavailable beyond what may be held. */
  async run<T>(holder: () => string, work: (hold: Hold) => Promise<T>): Promise<T> {
    const { freeOfEach = 0 } = this.bounds
    let name: string | undefined
    let here = 0
    let own = 0
    let isOver = false
    const hold = (more: number, isWhole = false) => {
      // What comes to a stream that was refused meanwhile: nobody would give it back.
      if (isOver) return
      if (isWhole) body.isWhole = true
      here += more
      const bytes = (here > freeOfEach ? here : 0) - own
      if (bytes === 0) return
      name ??= holder()
      if (bytes > 0 && !this.hasRoom(name, hold, bytes)) throw busy()
      if (own === 0) body.sinceMs = performance.now()
      this.put(name, body, bytes)
      own += bytes
    }
    const leave = () => {
      if (!isOver && name !== undefined) this.leave(name, body, own)
      isOver = true
    }
    const body: Underway = { hold, sinceMs: 0, isWhole: false, drop: leave }
    const dropped = new Promise<never>((_, reject) => {
      body.drop = () => {
        leave()
        reject(busy())
      }
    })
    try {
      return await Promise.race([work(hold), dropped])
    } finally {
      leave()
    }
  }

  // One of each goes on, however much others hold.
  private hasRoom(name: string, hold: Hold, bytes: number): boolean {
    const { ofOne, ofAll = Number.POSITIVE_INFINITY } = this.bounds
    const known = this.underway.get(name)
    if (!known?.first || known.first === hold) return true
    const fits = () => known.bytes + bytes <= ofOne && this.ofAll + bytes <= ofAll
    if (!fits()) this.dropDawdlers(known.bodies, hold, fits)
    return fits()
  }

  /** The oldest first, and no more of them than there has to be room for. */
  private dropDawdlers(bodies: Set<Underway>, hold: Hold, fits: () => boolean): void {
    const { dawdlesAfterMs = Number.POSITIVE_INFINITY } = this.bounds
    const beforeMs = performance.now() - dawdlesAfterMs
    for (const body of bodies) {
      if (body.sinceMs > beforeMs || fits()) return
      if (!body.isWhole && body.hold !== hold) body.drop()
    }
  }

  private put(name: string, body: Underway, bytes: number): void {
    const known = this.underway.get(name) ?? { bytes: 0, first: undefined, bodies: new Set() }
    known.first ??= body.hold
    known.bodies.add(body)
    known.bytes += bytes
    this.ofAll += bytes
    if (known.bytes > 0) this.underway.set(name, known)
    else this.underway.delete(name)
  }

  private leave(name: string, body: Underway, own: number): void {
    this.put(name, body, -own)
    const known = this.underway.get(name)
    known?.bodies.delete(body)
    if (known?.first === body.hold) known.first = undefined
  }
}

// What an app tells of its customer, and nearly all that a person sends.
const smallBytes = 2 * 1024
// A phone sends 64 KB in so long where it has any network.
const dawdlesAfterMs = 5_000

const make = () => ({
  batches: new HeldBodies({ ofOne: 32 * mebibyte, ofAll: 128 * mebibyte }),
  // Also a key of one store, or for tests, is one of its project's.
  batchesOfKey: new HeldBodies({ ofOne: 16 * mebibyte }),
  // A store's computer may have one open all day.
  streams: new HeldBodies({ ofOne: 64 * mebibyte }),
  streamsOfKey: new HeldBodies({ ofOne: 48 * mebibyte }),
  // A chain's own server may send a thousand orders a second.
  ofSecretKey: new HeldBodies({ ofOne: 8 * mebibyte, freeOfEach: smallBytes }),
  // Which may have hundreds.
  ofSecretKeys: new HeldBodies({ ofOne: 32 * mebibyte, freeOfEach: smallBytes }),
  // A publishable key at an address, whose apps send some hundred bytes, or somebody's browser.
  ofPerson: new HeldBodies({ ofOne: 2 * mebibyte, freeOfEach: smallBytes, dawdlesAfterMs }),
  // From all addresses together.
  ofPublishableKeys: new HeldBodies({ ofOne: 64 * mebibyte, freeOfEach: smallBytes, dawdlesAfterMs }),
})

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallHeldBodies?: ReturnType<typeof make> }

function bodies() {
  held.baycallHeldBodies ??= make()
  return held.baycallHeldBodies
}

type Held = [HeldBodies, holder: () => string]

/** What is held counts for each of them. */
function holding<T>([one, ...others]: Held[], work: (hold: Hold) => Promise<T>, hold: Hold = () => {}): Promise<T> {
  if (!one) return work(hold)
  const [held, holder] = one
  return held.run(holder, (holdHere) =>
    holding(others, work, (...told) => {
      hold(...told)
      holdHere(...told)
    }),
  )
}

function withBatches<T>({ projectId, keyId }: ApiKeyCaller, work: (hold: Hold) => Promise<T>): Promise<T> {
  const { batches, batchesOfKey } = bodies()
  return holding(
    [
      [batches, () => projectId],
      [batchesOfKey, () => keyId],
    ],
    work,
  )
}

// What its connection takes of a stream, whatever comes by it.
const streamBytes = 32 * 1024

/**
 * Work with a key's stream of lines, of which it tells what it holds: 16 MiB of a key's streams and batches at a time, 32 of a
 * project's and 128 of all, but for one of each project. 2,048 streams of a project at a time, 1,536 of them a key's. Throws
 * unavailable beyond that.
 */
export function withStreamOf<T>(caller: ApiKeyCaller, work: (hold: Hold) => Promise<T>): Promise<T> {
  const { streams, streamsOfKey } = bodies()
  return holding(
    [
      [streams, () => caller.projectId],
      [streamsOfKey, () => caller.keyId],
    ],
    async (hold) => {
      hold(streamBytes)
      return withBatches(caller, work)
    },
  )
}

/**
 * The same with the JSON text of a batch, which is held while it comes, for which a sender may take half a minute, and while
 * it waits for its turn. Throws body_not_json, body_too_large, body_malformed as well.
 */
export function withBatch<T>(
  { caller, request, limitBytes }: { caller: ApiKeyCaller; request: Request; limitBytes: number },
  work: (text: string) => Promise<T>,
): Promise<T> {
  return withBatches(caller, async (hold) => work(await readJsonText(request, limitBytes, hold)))
}

/**
 * Reads what else a caller sends: of a secret key 8 MiB are held at a time and of its project's 32, of a publishable key at an
 * address 2, as of a person or a tablet, and of a project's from everywhere 64; of whoever has no credential no more than a little each (bodyLimitOf). Throws unavailable
 * beyond that.
 */
export function whileHeld<T>(
  caller: Caller | undefined,
  request: Request,
  read: (hold?: Hold) => Promise<T>,
): Promise<T> {
  const { ofSecretKey, ofSecretKeys, ofPerson, ofPublishableKeys } = bodies()
  if (!caller) return read()
  if (caller.kind === 'staff') return ofPerson.run(() => caller.userId, read)
  const { keyKind, keyId, projectId } = caller
  if (keyKind !== 'secret') {
    const atAddress = () => `${keyId} ${clientAddressOf(request)}`
    return holding(
      [
        [ofPublishableKeys, () => projectId],
        [ofPerson, atAddress],
      ],
      read,
    )
  }
  return holding(
    [
      [ofSecretKeys, () => projectId],
      [ofSecretKey, () => keyId],
    ],
    read,
  )
}
