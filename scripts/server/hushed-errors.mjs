// Next writes whatever a page has thrown to standard error, with all that the error carries: of a failed statement that is
// the row. As in lib/watch/cause.ts: the name, code, digest and place of an error, and its words only where none of them
// can quote a customer.

const enginesErrors = new Set(['TypeError', 'RangeError', 'ReferenceError'])
const quotes = /[":]/
const mostFrames = 12

/**
 * An error as a log may have it; anything else as it is.
 * @param {unknown} told
 */
export function hushed(told) {
  if (!(told instanceof Error)) return told
  const { name, message, stack = '' } = told
  const [code, digest] = ['code', 'digest'].map((field) => Reflect.get(told, field))
  const head = [name, code, digest && `digest ${digest}`, enginesErrors.has(name) && !quotes.test(message) && message]
    .filter(Boolean)
    .join(' ')
  const at = message === '' ? 0 : stack.indexOf(message) + message.length
  const rest = at < message.length ? '' : stack.slice(at)
  const frames = rest.split('\n').filter((line) => /^\s+at /.test(line))
  return [head, ...frames.slice(0, mostFrames)].join('\n')
}

/** From now on errors that anything writes to the console say no more than that. */
export function hushErrors() {
  for (const level of /** @type {const} */ (['error', 'warn'])) {
    const write = console[level].bind(console)
    console[level] = (...told) => write(...told.map(hushed))
  }
}
