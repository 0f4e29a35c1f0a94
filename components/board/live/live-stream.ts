import type { BoardMessage, BoardStore } from '@/lib/board/schema'
import { boardMessageReader, heartbeatReader, settingsReader } from '@/lib/board/wire'
import type { RingingStore } from '@/lib/escalations/schema'
import { elsewhereReader } from '@/lib/escalations/wire'
import { ApiError } from '@/lib/http/client'
import { reconnectWaitMs, staleAfterMs } from '@/lib/live/model'

/** `refused` is final until the person does something: signed out, which is asked twice, or the store is no longer theirs. */
export type LiveState = { status: 'connecting' | 'live' | 'reconnecting' | 'refused'; refusal?: ApiError }

export type LiveHandlers = {
  /** Where to connect now: it holds the cursor of what is known, and by what rules that hides. */
  address: () => string
  /** By what rules the board hides that is known now: what a stream of other rules tells is not laid in. */
  maskedBy: () => string | undefined
  onOrders: (orders: BoardMessage['orders'], cursor: string) => void
  onCursor: (cursor: string) => void
  /** The store as it is called and set now. */
  onStore: (store: BoardStore) => void
  /** Who rings at the other stores of the project now. */
  onElsewhere: (stores: RingingStore[]) => void
  onServerTime: (serverTime: Date) => void
  /** Whether what is known is but what a page has brought along: all of it is read before any stream. */
  isPart: () => boolean
  /**
   * Reads the board anew: the gap is too wide, or the stream was refused and the API can tell why. It is laid in only if it is
   * wanted once it is there: a stream that was opened meanwhile has told of what it does not have.
   */
  readAnew: (isWanted: () => boolean) => Promise<void>
}

// 17 s a day.
const mostDrift = 0.0002

const mostLateBeats = 6

const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [401, 403, 404].includes(error.problem.status)

/**
 * A board's stream that stays alive: EventSource alone hides failures, does not notice silence, and all tablets would
 * come back at once. Events are laid in by cursor and version, so a reconnection loses nothing and repeats harmlessly.
 */
export class LiveStream {
  private state: LiveState = { status: 'connecting' }
  private age = (): number | null => null
  private readonly listeners = new Set<() => void>()
  private source: EventSource | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private attempt = 0
  private turn = 0
  // How often it has said something.
  private times = 0
  // From a word's time at the server to the ticks when it was heard here: the least of this connection, and a little more as time
  // goes by, since clocks drift apart by seconds a day.
  private leastMs = Number.POSITIVE_INFINITY
  private ticks = 0
  // So many heartbeats in a row were late.
  private lateBeats = 0
  private isOver = false

  constructor(private readonly handlers: LiveHandlers) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly getState = (): LiveState => this.state

  /**
   * For how many milliseconds this device has not heard of the server; null before the first time. Nobody is told of it: look
   * when it matters. Its clock may be set back meanwhile, and what ticks may stand still while it sleeps: whichever is more.
   */
  get newsAgeMs(): number | null {
    return this.age()
  }

  private hear(lateMs = 0): void {
    const [clock, ticks] = [Date.now(), performance.now()]
    this.age = () => lateMs + Math.max(Date.now() - clock, performance.now() - ticks)
  }

  start(): void {
    this.isOver = false
    this.hear()
    this.set({ status: 'connecting', refusal: undefined })
    // After this turn: the cache may yet be given a newer board, whose cursor is the one to go on from.
    this.wait(0)
  }

  stop(): void {
    this.isOver = true
    this.halt()
  }

  private halt(): void {
    this.turn += 1
    clearTimeout(this.timer)
    this.source?.close()
    this.source = null
  }

  /** Connects anew at once: awake again, network back, or the person asked for it. */
  readonly resync = (): void => {
    if (this.isOver || this.state.status === 'refused') return
    this.attempt = 0
    this.set({ status: 'reconnecting' })
    this.connect()
  }

  /** Something else was refused or failed: final where the API said so, else a reason to look at the connection. */
  readonly check = (error: unknown): void => {
    if (isFinal(error) && error.problem.status === 401) this.refuse(error)
    else if (!isFinal(error) || error.problem.code !== 'pin_required') this.resync()
  }

  private refuse(refusal: ApiError): void {
    this.halt()
    this.set({ status: 'refused', refusal })
    if (refusal.problem.status === 401) void this.askAgain()
  }

  // What was asked for as somebody whose session ended meanwhile says nothing of the tablet, on which they had signed in.
  private async askAgain(): Promise<void> {
    const { turn } = this
    const answer = await this.read(this.unlessHeard())
    if (turn !== this.turn || answer !== 'read') return
    this.set({ status: 'connecting', refusal: undefined })
    this.connect()
  }

  private set(change: Partial<LiveState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }

  private wait(ms: number): void {
    this.halt()
    this.timer = setTimeout(() => this.connect(), ms)
  }

  private retry(): void {
    this.set({ status: 'reconnecting' })
    this.wait(reconnectWaitMs(this.attempt, Math.random()))
    this.attempt += 1
  }

  private connect(): void {
    this.halt()
    if (this.handlers.isPart()) {
      void this.readAnew()
      return
    }
    const source = new EventSource(this.handlers.address())
    const maskedBy = this.handlers.maskedBy()
    this.source = source
    this.leastMs = Number.POSITIVE_INFINITY
    this.lateBeats = 0
    const listen = (type: string, handle: (event: MessageEvent<string>) => void) =>
      source.addEventListener(type, (event) => {
        if (this.source !== source) return
        if (this.handlers.maskedBy() === maskedBy) handle(event as MessageEvent<string>)
        else void this.readAnew()
      })
    listen('orders', (event) => {
      const { orders, serverTime } = boardMessageReader.parse(JSON.parse(event.data))
      this.handlers.onOrders(orders, event.lastEventId)
      this.heard(serverTime)
    })
    listen('heartbeat', (event) => {
      if (event.lastEventId) this.handlers.onCursor(event.lastEventId)
      this.heard(heartbeatReader.parse(JSON.parse(event.data)).serverTime, true)
    })
    listen('settings', (event) => this.handlers.onStore(settingsReader.parse(JSON.parse(event.data)).store))
    listen('elsewhere', (event) => this.handlers.onElsewhere(elsewhereReader.parse(JSON.parse(event.data)).stores))
    listen('reset', () => void this.readAnew())
    source.onerror = () => {
      if (this.source !== source) return
      // Closed at once means that an answer came which is no stream; the API can say why.
      if (source.readyState === EventSource.CLOSED) void this.readAnew()
      else this.retry()
    }
    this.watch()
  }

  private heard(serverTime: Date, isBeat = false): void {
    this.attempt = 0
    this.times += 1
    const ticks = performance.now()
    const wayMs = ticks - serverTime.getTime()
    this.leastMs = Math.min(this.leastMs + (ticks - this.ticks) * mostDrift, wayMs)
    this.ticks = ticks
    const lateMs = wayMs - this.leastMs
    this.handlers.onServerTime(new Date(serverTime.getTime() + lateMs))
    this.hear(lateMs)
    // Much waits behind a slow line: another connection is told how things stand. Heartbeats say so: what was missed comes as old
    // as its beginning, and would be told from there again for ever. One that stays as late: the server's clock was set back.
    if (isBeat) this.lateBeats = lateMs < staleAfterMs / 2 ? 0 : this.lateBeats + 1
    if (isBeat && (lateMs >= staleAfterMs || this.lateBeats > mostLateBeats)) this.retry()
    else this.believe()
  }

  private believe(): void {
    if (this.state.status !== 'live') this.set({ status: 'live' })
    this.watch()
  }

  // A connection can die without a word; silence for two heartbeats means that it has. It may be for the session's end.
  private watch(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.retry()
      void this.askWhy()
    }, staleAfterMs)
  }

  // Beside the attempts to reconnect, which must not wait for an answer that may never come. A stream that has come back
  // meanwhile goes on from what was known, and needs no board.
  private async askWhy(): Promise<void> {
    const isSilent = this.unlessHeard()
    const answer = await this.read(isSilent)
    if (!isSilent()) return
    if (answer === 'read') this.connect()
    else if (answer !== 'failed') this.refuse(answer)
  }

  /** True until the stream says something, or is over. */
  private unlessHeard(): () => boolean {
    const { times } = this
    return () => !this.isOver && this.times === times
  }

  private read(isWanted: () => boolean): Promise<'read' | 'failed' | ApiError> {
    return this.handlers.readAnew(isWanted).then(
      () => 'read',
      (error: unknown) => (isFinal(error) ? error : 'failed'),
    )
  }

  private async readAnew(): Promise<void> {
    this.halt()
    this.set({ status: 'reconnecting' })
    const { turn } = this
    const wasPart = this.handlers.isPart()
    const answer = await this.read(this.unlessHeard())
    // Whoever resynced or stopped meanwhile has taken over.
    if (turn !== this.turn) return
    if (answer instanceof ApiError) this.refuse(answer)
    else if (wasPart && answer === 'read') this.connect()
    else this.retry()
  }
}
