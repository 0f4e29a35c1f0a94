import pino from 'pino'
import { logLevel } from '@/lib/env'

/** JSON lines on standard output. Never give it a body, a name, a phone or a plate. */
export const log = pino({
  level: logLevel(),
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
})
