/** What the log may know of an error: nothing that a request has brought. */
export type Cause = {
  name: string
  code?: string
  constraint?: string
  table?: string
  routine?: string
  message?: string
  frames?: string[]
  cause?: Cause
}

// The database's own words for what is wrong with a statement or with itself; those of other classes (22, P0) quote
// the values.
const wordsOfItsOwn = /^(08|23|25|26|28|3D|40|42|53|54|55|57|58)/
const mostFrames = 12
const deepest = 3

const driversWords =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated\b.{0,40}|Client .{0,40} is not queryable)$/

// Most of the engine's messages name code, and so does the wall's (lib/wall.ts). Of any other error none is known to.
const enginesErrors = new Set(['TypeError', 'RangeError', 'ReferenceError'])
// "Invalid time zone specified: …", and what a header may not hold: those quote the value.
const quotes = /[":]/

const namesCode = ({ name, message }: Error) => name === 'NoScope' || (enginesErrors.has(name) && !quotes.test(message))

/**
 * An error for the log: its name, code and stack. Its message only where that can't quote a value: a customer's name
 * must not get into the log because a statement failed on it.
 */
export function causeOf(error: unknown, depth = 0): Cause {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, message, cause } = error
  const text = (field: string) => {
    const value = Reflect.get(error, field)
    return typeof value === 'string' ? value : undefined
  }
  const code = text('code')
  const isSystem = Reflect.get(error, 'syscall') !== undefined
  const isDatabase = code !== undefined && wordsOfItsOwn.test(code) && code.length === 5
  const isTold = isDatabase || isSystem || namesCode(error) || driversWords.test(message)
  return {
    name,
    code,
    constraint: text('constraint'),
    table: text('table'),
    routine: text('routine'),
    ...(isTold && { message }),
    frames: framesOf(error),
    ...(cause !== undefined && depth < deepest && { cause: causeOf(cause, depth + 1) }),
  }
}

// Behind the message, which stands first and may be of many lines, some of which look like a frame.
function framesOf({ name, message, stack = '' }: Error): string[] {
  const at = stack.indexOf(message)
  const rest = message === '' || at < 0 ? stack.replace(name, '') : stack.slice(at + message.length)
  if (message !== '' && at < 0) return []
  const lines = rest.split('\n').map((line) => line.trim())
  return lines.filter((line) => line.startsWith('at ')).slice(0, mostFrames)
}
