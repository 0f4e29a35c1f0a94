import { codeOf, messageOf, Refusal } from '../process/refusal.mjs'

const unreachable = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
  'ENOENT',
]

/**
 * Why a database can't be used, as a sentence that says what to do. Never shows the password.
 * @param {string} databaseUrl
 * @param {unknown} error
 */
export function databaseRefusal(databaseUrl, error) {
  const { host, pathname, username } = new URL(databaseUrl)
  const code = codeOf(error) ?? ''
  const where = host || 'this machine'
  const name = decodeURIComponent(pathname.slice(1))
  if (unreachable.includes(code) || /timeout|terminated/i.test(messageOf(error))) {
    return new Refusal(
      `Can't reach the database at ${where} (${code || messageOf(error)}): start it or correct DATABASE_URL, or leave DATABASE_URL out to use the embedded database.`,
    )
  }
  if (code === '28P01' || code === '28000') {
    return new Refusal(
      `The database at ${where} refuses user "${decodeURIComponent(username)}": correct the name or password in DATABASE_URL.`,
    )
  }
  if (code === '3D000') {
    return new Refusal(
      `There is no database "${name}" at ${where}: make it (createdb ${name}), or correct DATABASE_URL.`,
    )
  }
  if (code === '42501') {
    return new Refusal(
      `User "${decodeURIComponent(username)}" may not make tables in database "${name}": make it the owner (alter database … owner to …).`,
    )
  }
  return new Refusal(
    `The database at ${where} can't be used: ${messageOf(error)}. Correct DATABASE_URL, then start again.`,
  )
}
