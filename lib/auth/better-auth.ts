import { betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { prisma } from '@/lib/db'
import { env, secretFor } from '@/lib/env'

const dayS = 24 * 60 * 60

/** 30 days, in seconds: how long a session lives without use. */
export const sessionLifeS = 30 * dayS

function build() {
  const origin = env().BAYCALL_URL ?? 'http://localhost:3000'
  return betterAuth({
    appName: 'Baycall',
    baseURL: origin,
    secret: secretFor('staff-session').toString('base64url'),
    database: prismaAdapter(prisma(), { provider: 'postgresql' }),
    emailAndPassword: { enabled: true, minPasswordLength: 10, maxPasswordLength: 256, autoSignIn: false },
    session: { expiresIn: sessionLifeS, updateAge: dayS },
    advanced: {
      cookiePrefix: 'baycall',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
    },
    telemetry: { enabled: false },
    logger: { level: 'error' },
  })
}

const held = globalThis as typeof globalThis & { baycallAuth?: ReturnType<typeof build> }

/**
 * Staff accounts, passwords (scrypt) and sessions. Only our own routes call it: its HTTP handler is not mounted, so
 * that every answer of ours keeps one shape and nobody signs themselves up.
 */
export function staffAuth(): ReturnType<typeof build> {
  held.baycallAuth ??= build()
  return held.baycallAuth
}
