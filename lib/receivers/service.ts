import { Ingest, type Sender } from '@/lib/entries/ingest'
import { fieldErrorsOf, parse } from '@/lib/http/parse'
import { OwnTracksKind, RadarKind, TraccarKind } from '@/lib/receivers/kinds'
import type { Heard } from '@/lib/receivers/model'
import { heardFromOwnTracks, isOwnTracksEntry, type Phone } from '@/lib/receivers/owntracks'
import { heardFromRadar, radarEntry } from '@/lib/receivers/radar'
import {
  OwnTracksMessage,
  RadarEnvelope,
  RadarEvent,
  type ReceiverAnswer,
  type ReceiverQuery,
  TraccarEvent,
} from '@/lib/receivers/schema'
import { heardFromTraccar, traccarEntry } from '@/lib/receivers/traccar'
import { countEntries } from '@/lib/watch/metrics'
import { logSeldom } from '@/lib/watch/seldom'

/** Takes what was heard one by one, and records the entries among it in one transaction. */
class Reception {
  readonly #ingest: Ingest
  #ignored = 0

  constructor(
    sender: Sender,
    readonly query: Pick<ReceiverQuery, 'destinationId'>,
  ) {
    this.#ingest = new Ingest(sender, sender.caller.projectId)
  }

  take(index: number, heard: Heard): void {
    if (heard === null) this.#ignored++
    else {
      const { destinationId = this.query.destinationId, ...record } = heard
      const told = Object.entries({ destinationId, ...record }).filter(([, value]) => value !== undefined)
      this.#ingest.add(index, Object.fromEntries(told))
    }
  }

  reject(index: number, errors: { path: string; message: string }[]): void {
    this.#ingest.reject(index, errors)
  }

  async end(now: Date): Promise<ReceiverAnswer> {
    await this.#ingest.flush(now)
    countEntries({ ignored: this.#ignored })
    const { accepted, duplicates, rejected } = this.#ingest.answer
    return { accepted, duplicates, ignored: this.#ignored, rejected }
  }
}

/** A webhook of Radar, with one event or several; a bad one never costs its neighbours. Throws field_invalid. */
export async function receiveRadar(sender: Sender, body: unknown, query: ReceiverQuery, now: Date) {
  const { events, event, user } = parse(RadarEnvelope, body)
  const reception = new Reception(sender, query)
  for (const [index, one] of (events ?? [event]).entries()) {
    const kind = RadarKind.safeParse(one)
    if (kind.success && kind.data.type !== radarEntry) {
      reception.take(index, null)
      continue
    }
    const parsed = RadarEvent.safeParse(one)
    if (parsed.success) reception.take(index, heardFromRadar(parsed.data, user))
    else reception.reject(index, fieldErrorsOf(parsed.error))
  }
  return reception.end(now)
}

/** An event that Traccar forwards. Throws field_invalid. */
export async function receiveTraccar(sender: Sender, body: unknown, query: ReceiverQuery, now: Date) {
  const reception = new Reception(sender, query)
  const isEntry = parse(TraccarKind, body).event.type === traccarEntry
  reception.take(0, isEntry ? heardFromTraccar(parse(TraccarEvent, body)) : null)
  return reception.end(now)
}

type FromPhone = Phone & Pick<ReceiverQuery, 'destinationId'> & { requestId: string }

/**
 * A message of an OwnTracks app. The app is told nothing of what was refused, and sends it no more: our log is. Throws
 * field_invalid.
 */
export async function receiveOwnTracks(sender: Sender, body: unknown, from: FromPhone, now: Date): Promise<void> {
  const reception = new Reception(sender, from)
  const isEntry = isOwnTracksEntry(parse(OwnTracksKind, body))
  reception.take(0, isEntry ? heardFromOwnTracks(parse(OwnTracksMessage, body), from) : null)
  const { rejected } = await reception.end(now)
  const { projectId } = sender.caller
  for (const { errors } of rejected) {
    logSeldom('warn', 'OwnTracks entry refused', projectId, () => ({ requestId: from.requestId, projectId, errors }))
  }
}
