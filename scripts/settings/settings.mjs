import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { Refusal } from '../process/refusal.mjs'
import { inRoot, root } from './places.mjs'
import { readPrivately, writePrivately } from './private-file.mjs'

/**
 * @typedef {object} Settings
 * @property {number} port 0 takes any free one
 * @property {string} host address to listen on
 * @property {string | null} databaseUrl null: the embedded database
 * @property {string | null} directUrl the same database past a pooler; null: databaseUrl needs no way around
 * @property {string} dataFolder absolute
 * @property {string | null} secret null: the one kept in the data folder
 * @property {string | null} publicUrl where people reach it, if not at host and port
 */

const leastSecret = 32
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Adds what `.env` says to the environment; what is set already wins. */
export function readDotEnv() {
  /** @type {NodeJS.Dict<string>} */
  let given
  try {
    given = parseEnv(readFileSync(inRoot('.env'), 'utf8'))
  } catch {
    return
  }
  for (const [name, value] of Object.entries(given)) process.env[name] ??= value
}

const rateLimits = [
  ...['SECRET_KEY', 'PUBLISHABLE_KEY', 'PUBLISHABLE_KB', 'NEW_ORDERS', 'PROJECT_ORDERS'],
  ...['STAFF', 'SIGN_IN', 'USER_TOKEN'],
]

/**
 * The settings, checked: a wrong one is a refusal that says what it should be.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 */
export function readSettings(env) {
  const logLevel = env.LOG_LEVEL || null
  if (logLevel && !logLevels.includes(logLevel)) {
    throw new Refusal(`LOG_LEVEL is "${logLevel}": set it to one of ${logLevels.join(', ')}, or leave it out.`)
  }
  if (env.METRICS_TOKEN && env.METRICS_TOKEN.length < 16) {
    throw new Refusal(
      'METRICS_TOKEN is too short: give it at least 16 characters, or leave it out to keep metrics off.',
    )
  }
  checkNumber(env, 'DATABASE_POOL', 2, 1000)
  checkNumber(env, 'DATABASE_PATIENCE_MS', 500, 8000)
  checkNumber(env, 'WORKERS', 1, 128)
  checkNumber(env, 'TRUSTED_PROXIES', 0, 10)
  for (const name of rateLimits) checkRate(env, `RATE_LIMIT_${name}`)
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new Refusal(
      'DATABASE_DIRECT_URL is the way past the pooler at DATABASE_URL: set that too, or leave both out.',
    )
  }
  return {
    port: readPort(env.PORT || '3000'),
    host: readHost(env.HOST || '127.0.0.1'),
    databaseUrl: env.DATABASE_URL ? readDatabaseUrl('DATABASE_URL', env.DATABASE_URL) : null,
    directUrl: env.DATABASE_DIRECT_URL ? readDatabaseUrl('DATABASE_DIRECT_URL', env.DATABASE_DIRECT_URL) : null,
    dataFolder: path.resolve(root, env.BAYCALL_DATA || '.data'),
    secret: env.BAYCALL_SECRET ? readSecret(env.BAYCALL_SECRET) : null,
    publicUrl: env.BAYCALL_URL ? readPublicUrl(env.BAYCALL_URL) : null,
  }
}

/** @param {string} text */
function readPort(text) {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new Refusal(`PORT is "${text}": set it to a number from 1 to 65535, for example PORT=3001 npm start.`)
}

/** @param {string} text */
function readHost(text) {
  if (/^[0-9a-z.:_%-]+$/i.test(text)) return text
  throw new Refusal(
    `HOST is "${text}": set it to an address of this machine, for example 127.0.0.1, or 0.0.0.0 for all of them.`,
  )
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @param {number} least
 * @param {number} most
 */
function checkNumber(env, name, least, most) {
  const given = env[name]
  const number = Number(given || least)
  if (Number.isInteger(number) && number >= least && number <= most) return
  throw new Refusal(`${name} is "${given}": set it to a number from ${least} to ${most}, or leave it out.`)
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 */
function checkRate(env, name) {
  const given = env[name]
  if (!given || /^(off|(?!0+(\.0+)?:)\d+(\.\d+)?:[1-9]\d*)$/.test(given)) return
  throw new Refusal(
    `${name} is "${given}": set it to requests a second and how many at once, for example 20:100, or to off.`,
  )
}

/**
 * @param {string} name
 * @param {string} text
 */
function readDatabaseUrl(name, text) {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPostgres = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:'
  if (isPostgres && url.pathname.length > 1) return text
  throw new Refusal(
    `${name} is not the address of a PostgreSQL database: it looks like postgresql://user:password@host:5432/name; leave it out to use the embedded database.`,
  )
}

/** @param {string} text */
function readSecret(text) {
  if (text.length >= leastSecret) return text
  throw new Refusal(
    `BAYCALL_SECRET is too short: give it at least ${leastSecret} random characters (openssl rand -base64 32), or leave it out and one is made.`,
  )
}

/** @param {string} text */
function readPublicUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin
  throw new Refusal(
    `BAYCALL_URL is "${text}": set it to the address that people open, without a path, for example https://baycall.example.com.`,
  )
}

/**
 * The secret that signs tokens and sessions: given, or random from the first start on and kept in the data folder.
 * @param {Settings} settings
 */
export function secretOf({ secret, dataFolder }) {
  if (secret) return secret
  const file = path.join(dataFolder, 'secret')
  const kept = readPrivately(file)?.trim()
  if (kept === undefined) {
    const made = randomBytes(32).toString('base64url')
    writePrivately(file, `${made}\n`)
    return made
  }
  if (kept.length >= leastSecret) return kept
  throw new Refusal(`${file} holds no secret any more: restore it, or delete it and everybody has to sign in again.`)
}
