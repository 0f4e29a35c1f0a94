import { createHmac } from 'node:crypto'
import * as z from 'zod'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

// "perSecond:burst", or "off".
const Rate = z
  .string()
  .regex(
    /^(off|(?!0+(\.0+)?:)\d+(\.\d+)?:[1-9]\d*)$/,
    'Expected requests a second and how many at once, "20:100", or "off"',
  )
  .transform((text) => {
    const [perSecond, burst] = text.split(':').map(Number)
    return perSecond && burst ? { perSecond, burst } : null
  })

const usualPatienceMs = 1_900

const Environment = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgresql://'),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_DIRECT_URL must begin with postgresql://')
    .optional(),
  BAYCALL_SECRET: z.string().min(32, 'BAYCALL_SECRET must have at least 32 characters'),
  // As browsers write it, whatever case it is given in: what begins with https: is behind TLS.
  BAYCALL_URL: z
    .url({ protocol: /^https?$/i })
    .transform((url) => new URL(url).origin)
    .optional(),
  DATABASE_PATIENCE_MS: z.coerce.number().int().min(500).max(8000).default(usualPatienceMs),
  DATABASE_POOL: z.coerce.number().int().min(2).max(1000).default(10),
  RATE_LIMIT_SECRET_KEY: Rate.prefault('1000:5000'),
  RATE_LIMIT_PUBLISHABLE_KEY: Rate.prefault('20:100'),
  RATE_LIMIT_PUBLISHABLE_KB: Rate.prefault('2.8:2000'),
  RATE_LIMIT_NEW_ORDERS: Rate.prefault('0.167:120'),
  RATE_LIMIT_PROJECT_ORDERS: Rate.prefault('100:20000'),
  RATE_LIMIT_STAFF: Rate.prefault('25:600'),
  RATE_LIMIT_PROJECT_STAFF: Rate.optional(),
  RATE_LIMIT_SIGN_IN: Rate.prefault('0.2:10'),
  RATE_LIMIT_USER_TOKEN: Rate.prefault('0.2:10'),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'SMTP_URL must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().min(3).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(levels).default('info'),
})

export type Env = z.output<typeof Environment>

let read: Env | undefined

/** The settings, read once and checked. Throws with a sentence that names the bad one. */
export function env(): Env {
  if (!read) {
    // An empty setting is an absent one: compose files and CI write `NAME=`.
    const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
    const parsed = Environment.safeParse(given)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      throw new Error(`Setting ${issue?.path.join('.')}: ${issue?.message}`)
    }
    read = parsed.data
  }
  return read
}

/** A key of its own for each purpose, derived from the one secret: leaking one says nothing of another. */
export function secretFor(purpose: string): Buffer {
  const known = secrets.get(purpose)
  if (known) return known
  const secret = createHmac('sha256', env().BAYCALL_SECRET).update(`baycall:${purpose}`).digest()
  secrets.set(purpose, secret)
  return secret
}

const secrets = new Map<string, Buffer>()

/** The log's level, read alone: the log must work before the other settings are known to be right. */
export function logLevel(): (typeof levels)[number] {
  return levels.find((level) => level === process.env.LOG_LEVEL) ?? 'info'
}

/**
 * How long a request is kept waiting for a slow or absent database in all, in milliseconds: then it is "unavailable". Read alone:
 * what has patience need not know of any other setting.
 */
export function patienceMs(): number {
  return Number(process.env.DATABASE_PATIENCE_MS) || usualPatienceMs
}
