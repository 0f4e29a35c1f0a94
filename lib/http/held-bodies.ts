import type { Caller } from '@/lib/auth/model'
import { Busy } from '@/lib/errors'
import { clientAddressOf } from '@/lib/http/client-address'
import { type Hold, readJsonText } from '@/lib/http/json-body'

const mebibyte = 1024 * 1024

/** Of which each holds so many bytes at a time at most and, where that is bounded, all of them together. */
class HeldBodies {
  private readonly underway = new Map<string, number>()
  private ofAll = 0

  constructor(
    private readonly mostOfOne: number,
    private readonly mostOfAll = Number.POSITIVE_INFINITY,
    /** One with no more is not counted: what is small is refused for nobody else's. */
    private readonly freeOfEach = 0,
  ) {}

  /** Work with a body, of which it tells what it holds more or less. Throws unavailable beyond what may be held. */
  async run<T>(holder: () => string, work: (hold: Hold) => Promise<T>): Promise<T> {
    let name: string | undefined
    let here = 0
    let own = 0
    const hold = (more: number) => {
      here += more
      const bytes = (here > this.freeOfEach ? here : 0) - own
      if (bytes === 0) return
      name ??= holder()
      // What goes on with one that has begun as the first of its holder is no second.
      const isFirst = own > 0 && own === this.underway.get(name)
      if (bytes > 0 && !isFirst && !this.hasRoom(name, bytes)) {
        throw new Busy('Too many bodies are underway: send this one again in a moment.', 1)
      }
      this.put(name, bytes)
      own += bytes
    }
    try {
      return await work(hold)
    } finally {
      if (name !== undefined) this.put(name, -own)
    }
  }

  // Who holds nothing yet may hold one, however much others do.
  private hasRoom(name: string, bytes: number): boolean {
    const own = this.underway.get(name) ?? 0
    if (own === 0) return true
    return own + bytes <= this.mostOfOne && this.ofAll + bytes <= this.mostOfAll
  }

  private put(name: string, bytes: number): void {
    this.ofAll += bytes
    const sum = (this.underway.get(name) ?? 0) + bytes
    if (sum > 0) this.underway.set(name, sum)
    else this.underway.delete(name)
  }
}

// What an app tells of its customer, and nearly all that a person sends.
const smallBytes = 2 * 1024

const make = () => ({
  batches: new HeldBodies(32 * mebibyte, 128 * mebibyte),
  // A chain's own server may send a thousand orders a second.
  ofSecretKey: new HeldBodies(8 * mebibyte, undefined, smallBytes),
  // A publishable key at an address, whose apps send some hundred bytes, or somebody's browser.
  ofPerson: new HeldBodies(2 * mebibyte, undefined, smallBytes),
})

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallHeldBodies?: ReturnType<typeof make> }

function bodies() {
  held.baycallHeldBodies ??= make()
  return held.baycallHeldBodies
}

// What its connection takes of a stream, whatever comes by it.
const streamBytes = 32 * 1024

/**
 * Work with a project's stream of lines, of which it tells what it holds: 32 MiB of a project's streams and batches at a time
 * and 128 MiB of all, but for one of each project. Throws unavailable beyond that.
 */
export function withStreamOf<T>(projectId: string, work: (hold: Hold) => Promise<T>): Promise<T> {
  return bodies().batches.run(
    () => projectId,
    async (hold) => {
      hold(streamBytes)
      return work(hold)
    },
  )
}

/**
 * The same with the JSON text of a batch, which is held while it comes, for which a sender may take half a minute, and while
 * it waits for its turn. Throws body_not_json, body_too_large, body_malformed as well.
 */
export function withBatch<T>(
  { projectId, request, limitBytes }: { projectId: string; request: Request; limitBytes: number },
  work: (text: string) => Promise<T>,
): Promise<T> {
  return bodies().batches.run(
    () => projectId,
    async (hold) => work(await readJsonText(request, limitBytes, hold)),
  )
}

/**
 * Reads what else a caller sends: of a secret key 8 MiB are held at a time, of a publishable key at an address 2, as of a
 * person or a tablet; of whoever has no credential no more than a little each (bodyLimitOf). Throws unavailable beyond that.
 */
export function whileHeld<T>(
  caller: Caller | undefined,
  request: Request,
  read: (hold?: Hold) => Promise<T>,
): Promise<T> {
  if (!caller) return read()
  if (caller.kind === 'staff') return bodies().ofPerson.run(() => caller.userId, read)
  const { keyKind, keyId } = caller
  if (keyKind === 'secret') return bodies().ofSecretKey.run(() => keyId, read)
  return bodies().ofPerson.run(() => `${keyId} ${clientAddressOf(request)}`, read)
}
