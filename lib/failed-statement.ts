import pg from 'pg'
import { noneFree } from '@/lib/out-of-patience'

const deepest = 4

type Told = { code: unknown; message: string }

/** What an error says, and what it stands for, outermost first: its causes, and what Prisma keeps of the driver's. */
function toldBy(error: unknown, depth = 0): Told[] {
  if (typeof error !== 'object' || error === null || depth > deepest) return []
  const { code, originalCode, kind, message, cause, meta } = error as Record<string, unknown>
  const drivers = typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'driverAdapterError') : undefined
  return [
    { code: originalCode ?? code ?? kind, message: String(message) },
    ...toldBy(cause, depth + 1),
    ...toldBy(drivers, depth + 1),
  ]
}

/**
 * Whether a statement was given up because of what it was to do: the database says so, or nothing in time. Less of it at a
 * time may be done.
 */
export function tookTooLong(error: unknown): boolean {
  return error instanceof Error && (Reflect.get(error, 'code') === '57014' || error.message === 'Query read timeout')
}

// What the database says of itself (it is going down, is full, may only be read, has another name, does not let us in), or of
// who was in the way.
const ofDatabase = /^(08|25006|25P03|25P04|28|3D000|40|53|57P|58)/

/** A statement was given up because nothing came of it in time, while the database answered others: it is not away. */
export class TookTooLong extends Error {
  readonly code = '57014'
  override readonly name = 'TookTooLong'

  constructor() {
    super('the statement has taken longer than it may')
  }
}

/** Whether it is certain that a statement alone took too long, whatever its error is wrapped in, and the database is there. */
export function databaseTookTooLong(error: unknown): boolean {
  return toldBy(error).some(({ code }) => code === '57014')
}

/** Whether a statement failed because of what it was to do: asked again, it will once more. */
export function isOfStatement(error: unknown): boolean {
  return tookTooLong(error) || (error instanceof pg.DatabaseError && !ofDatabase.test(error.code ?? ''))
}

// What the way to the database says when it is away, and Prisma in its own words.
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1017',
  'P2024',
  // A transaction that has waited too long, and is taken back.
  'P2028',
  'P2037',
  // The driver's of Prisma, where a transaction could not even be taken back.
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
])

const awayWords =
  /Connection terminated|no connection became free in time|timeout exceeded when trying to connect|Query read timeout|is not queryable|unsupported startup parameter|not currently accepting connections/

/** Whether a statement failed because the database, or the way to it, is away or too busy: asked again, it may be done. */
export function databaseIsAway(error: unknown): boolean {
  return toldBy(error).some(({ code, message }) => {
    if (awayWords.test(message)) return true
    return typeof code === 'string' && (awayCodes.has(code) || code === '57014' || ofDatabase.test(code))
  })
}

/** Whether it is only that no connection became free in time, while the database answered others: it is certain, then. */
export function databaseIsBusy(error: unknown): boolean {
  return toldBy(error).some(({ message }) => message === noneFree)
}
