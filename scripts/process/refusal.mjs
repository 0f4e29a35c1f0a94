/** Something that a person can put right. Its message is the whole answer: one sentence that says what to do. */
export class Refusal extends Error {}

/**
 * What a failed command prints: a refusal's own sentence, and for the unforeseen its message. The stack is for whoever
 * asks for it (BAYCALL_DEBUG=1).
 * @param {unknown} error
 */
export function report(error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(error instanceof Refusal ? message : `Baycall stopped: ${message}`)
  if (process.env.BAYCALL_DEBUG && error instanceof Error) console.error(error.stack)
}

/**
 * The code of a system or database error ('ENOENT', '3D000'), if it has one.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function codeOf(error) {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/**
 * What keeps a server from starting: the system's code where there is one (EADDRINUSE), else the message.
 * @param {unknown} error
 */
export function problemOf(error) {
  const code = codeOf(error)
  return code && /^E[A-Z]+$/.test(code) ? code : messageOf(error)
}
