import { type ApiKeyCaller, covers } from '@/lib/auth/model'
import { insertEntries, type NewEntry, type PlaceRefusal, rowOf, type SentPlace } from '@/lib/entries/data'
import { mostRejectionsNamed } from '@/lib/entries/model'
import { EntryRecord, type IngestAnswer } from '@/lib/entries/schema'
import { type FieldError, Refusal } from '@/lib/errors'
import { makesNoStore, noStoreId } from '@/lib/http/fields'
import { type Hold, jsonOf, parseJsonText, refuseIllFormedText } from '@/lib/http/json-body'
import { holdsMoreThan } from '@/lib/http/json-pieces'
import { fieldErrorsOf } from '@/lib/http/parse'
import { findStoreIds } from '@/lib/stores/data'
import { ProjectTurns } from '@/lib/turns/turns'
import { countEntries } from '@/lib/watch/metrics'

// Of one record; a path may be as long as a line, and an answer holds a thousand of them.
const mostErrorsNamed = 10
const longestPath = 200
// Of a batch's record, which may be longer than a line: all that a record can hold, each letter escaped, is less.
const mostRecordCharacters = 320 * 1024
// Twice what a record can hold. What holds more is not looked at: that alone takes longer than others should wait.
const mostValues = 100

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallIngestTurns?: ProjectTurns }
// However many senders a project has: the connections for what takes its time are few, and all projects'.
held.baycallIngestTurns ??= new ProjectTurns({
  atOnce: 1,
  mostWaiting: 32,
  what: 'batches of entries wait to be written',
})
const writing = held.baycallIngestTurns
// A sender behind others of its project: much longer than a batch takes, and short of what senders wait for.
const longestWaitMs = 5_000

const refusals: Record<PlaceRefusal, FieldError> = {
  destination_unknown: {
    path: 'destinationId',
    message: 'destination_unknown: the project is strict and knows no such store',
  },
  zone_unknown: {
    path: 'zoneId',
    message: 'destination_unknown: the project is strict and knows no such zone; send its destinationId as well',
  },
  zone_outside: { path: 'zoneId', message: 'store_not_found: the API key does not reach a store of that zone' },
}

/** The places of stores that would be made by ids that make none. */
async function madeByNoneOf(projectId: string, places: SentPlace[]): Promise<SentPlace[]> {
  const isNone = ({ destination_id: id = '' }: SentPlace) => makesNoStore(id)
  const ids = places.filter(isNone).map(({ destination_id: id = '' }) => id)
  if (ids.length === 0) return []
  const known = await findStoreIds(projectId, ids)
  return places.filter((place) => isNone(place) && !known.has(place.destination_id ?? ''))
}

function illFormedText(value: unknown): FieldError[] {
  try {
    refuseIllFormedText(value)
    return []
  } catch (error) {
    if (error instanceof Refusal) return error.extras.errors ?? []
    throw error
  }
}

/** Who sends, and who they are by now (lib/auth/authenticate.ts): throws credential_invalid once their key is good no more. */
export type Sender = { caller: ApiKeyCaller; whoIsHere: () => Promise<{ now: Date }> }

// A copy: a mere slice would keep all of the record's line for as long as the answer is kept, and a stream has a thousand.
const beginningOf = (path: string) => Buffer.from(path.slice(0, longestPath), 'utf16le').toString('utf16le')

// In bytes, two of each character, with what an object takes beside them.
const sizeOf = (errors: FieldError[]): number =>
  errors
    .slice(0, mostErrorsNamed)
    .reduce((sum, { path, message }) => sum + 2 * (Math.min(path.length, longestPath) + message.length) + 100, 100)

/** What was added since the last flush. `indexes`: of the entries, as the sender counts. */
class Batch {
  readonly indexes: number[] = []
  readonly entries: NewEntry[] = []
  readonly places = new Map<string, SentPlace>()
  readonly rejections: IngestAnswer['rejected'] = []

  reject(index: number, errors: FieldError[]): void {
    const named = errors.slice(0, mostErrorsNamed).map((error) => ({ ...error, path: beginningOf(error.path) }))
    this.rejections.push({ index, errors: named })
  }
}

/**
 * Takes records one by one and writes them batch by batch: `flush` commits what was added since the last one, and more
 * may be added meanwhile; the next flush begins when that one is over. Whatever is wrong with a record is told of that
 * record alone.
 */
export class Ingest {
  readonly #answer: IngestAnswer = { accepted: 0, duplicates: 0, rejected: [], rejectedTotal: 0 }
  #batch = new Batch()
  #lastTime = 0

  /** `defaultProjectId`: of records that name none. `hold`: of what the answer will say of those that are rejected. */
  constructor(
    readonly sender: Sender,
    readonly defaultProjectId: string | undefined,
    private readonly hold: Hold = () => {},
  ) {}

  /** How many records, rejected ones among them, wait for the next flush. */
  get waiting(): number {
    return this.#batch.entries.length + this.#batch.rejections.length
  }

  /** A line of a stream. */
  addLine(index: number, text: string): void {
    let value: unknown
    try {
      value = jsonOf(text)
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 200) : ''
      this.reject(index, [{ path: '', message: `The line is not JSON: ${reason}` }])
      return
    }
    this.add(index, value)
  }

  /** A record of a batch. Throws body_malformed. */
  addPiece(index: number, text: string): void {
    const value = text.length > mostRecordCharacters ? null : parseJsonText(text)
    if (value !== null) this.add(index, value)
    else
      this.reject(index, [{ path: '', message: `A record is an object of at most ${mostRecordCharacters} characters` }])
  }

  /** A record as JSON.parse made it. */
  add(index: number, value: unknown): void {
    if (holdsMoreThan(value, mostValues)) {
      this.reject(index, [{ path: '', message: `A record has at most ${mostValues} fields` }])
      return
    }
    const illFormed = illFormedText(value)
    const parsed = EntryRecord.safeParse(value)
    if (illFormed.length > 0) this.reject(index, illFormed)
    else if (!parsed.success) this.reject(index, fieldErrorsOf(parsed.error))
    else this.#take(index, parsed.data)
  }

  reject(index: number, errors: FieldError[]): void {
    this.#rejectOf(this.#batch, index, errors)
  }

  /**
   * Writes what waits, in one transaction, each project's one after the other. `now` never goes back within one request.
   * Throws unavailable where too many of the project wait, and as whoIsHere.
   */
  async flush(now: Date): Promise<void> {
    const batch = this.#batch
    this.#batch = new Batch()
    this.#lastTime = Math.max(this.#lastTime, now.getTime())
    if (batch.entries.length > 0) await this.#write(batch, new Date(this.#lastTime))
    const rejected = batch.rejections.toSorted((a, b) => a.index - b.index)
    const room = mostRejectionsNamed - this.#answer.rejected.length
    this.#answer.rejected.push(...rejected.slice(0, room))
    this.#answer.rejectedTotal += rejected.length
    countEntries({ rejected: rejected.length })
  }

  /** What became of all that was flushed. */
  get answer(): IngestAnswer {
    return this.#answer
  }

  async #write(batch: Batch, now: Date): Promise<void> {
    const sent = [...batch.places.values()]
    const { caller, whoIsHere } = this.sender
    const { projectId, destinationIds } = caller
    const { ofNone, written } = await writing.run(caller, { mostMs: longestWaitMs }, async () => {
      // Behind the others of its project: a key that was revoked meanwhile writes nothing more.
      await whoIsHere()
      const ofNone = await madeByNoneOf(projectId, sent)
      const places = sent.filter((place) => !ofNone.includes(place))
      // An entry of a place that is not among those goes nowhere.
      return {
        ofNone,
        written: await insertEntries({ projectId, destinationIds, places, entries: batch.entries }, now),
      }
    })
    const refused = new Map(written.refused.map(({ place, refusal }) => [place, refusals[refusal]]))
    for (const { place } of ofNone) refused.set(place, { path: 'destinationId', message: noStoreId })
    const rejected = refused.size > 0 ? batch.entries.filter(({ place }) => refused.has(place)) : []
    this.#answer.accepted += written.accepted
    const duplicates = batch.entries.length - rejected.length - written.accepted
    this.#answer.duplicates += duplicates
    countEntries({ accepted: written.accepted, duplicates })
    for (const { n, place } of rejected) {
      const error = refused.get(place)
      if (error) this.#rejectOf(batch, batch.indexes[n] ?? 0, [error])
    }
  }

  #rejectOf(batch: Batch, index: number, errors: FieldError[]): void {
    if (batch.rejections.length + this.#answer.rejected.length < mostRejectionsNamed) this.hold(sizeOf(errors))
    batch.reject(index, errors)
  }

  #take(index: number, record: EntryRecord): void {
    const outside = this.#outside(record)
    if (outside) {
      this.reject(index, [outside])
      return
    }
    const { indexes, entries } = this.#batch
    indexes.push(index)
    entries.push({ n: entries.length, place: this.#placeOf(record), ...rowOf(record) })
  }

  // What the key may not reach, as far as the record itself tells.
  #outside(record: EntryRecord): FieldError | null {
    const projectId = record.projectId ?? this.defaultProjectId
    if (projectId === undefined) {
      return { path: 'projectId', message: 'Send it in the record, or once for all as ?projectId=' }
    }
    const { caller } = this.sender
    if (projectId !== caller.projectId) {
      return { path: 'projectId', message: 'project_not_found: the API key belongs to another project' }
    }
    if (record.destinationId != null && !covers(caller, record.destinationId)) {
      return { path: 'destinationId', message: 'store_not_found: the API key does not reach this store' }
    }
    return null
  }

  #placeOf({ destinationId, zoneId, zoneName }: EntryRecord): number {
    const key = JSON.stringify([destinationId, zoneId, zoneName])
    const { places } = this.#batch
    const known = places.get(key)
    if (known) return known.place
    const place = places.size
    places.set(key, { place, destination_id: destinationId ?? undefined, zone_id: zoneId, zone_name: zoneName })
    return place
  }
}
