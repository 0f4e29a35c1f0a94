import { metrics } from '@/lib/watch/metrics'
import { startStatementSpan } from '@/lib/watch/tracing'

// Raised by our own functions as an answer (BC001): nothing has failed.
const answers = 'BC'

/** The class of a failed statement: SQLSTATE's first two characters, "timeout", or "connection". */
export function failureClass(error: unknown): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code.slice(0, 2)
  return /timeout/i.test(String(message)) || code === 'ETIMEDOUT' ? 'timeout' : 'connection'
}

// An error may come from one bundle and be told of by another.
const named = Symbol.for('baycall.statement')

/** The name of the statement that failed; undefined for one that has none (Prisma's). */
export function statementOf(error: unknown): string | undefined {
  const name: unknown = Reflect.get(Object(error), named)
  return typeof name === 'string' ? name : undefined
}

/** Runs a statement as a span of its request, and counts its failure, which says its name from then on (statementOf). */
export async function watchStatement<T>(name: string, run: () => Promise<T>): Promise<T> {
  const end = startStatementSpan(name)
  try {
    const result = await run()
    end?.()
    return result
  } catch (error) {
    const failure = failureClass(error)
    if (failure !== answers) metrics().databaseErrors.inc({ class: failure })
    end?.(failure)
    if (error instanceof Error) Reflect.set(error, named, name)
    throw error
  }
}
