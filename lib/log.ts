import pino from 'pino'
import { logLevel } from '@/lib/env'
import { causeOf } from '@/lib/watch/cause'

/** Of an `err` a line has what the log may know: a statement that fails may quote a customer's name. */
export const logOptions = {
  level: logLevel(),
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: (err: unknown) => (err instanceof Error ? causeOf(err) : err) },
} satisfies pino.LoggerOptions

/** JSON lines on standard output. Never give it a body, a name, a phone or a plate. */
export const log = pino(logOptions)
