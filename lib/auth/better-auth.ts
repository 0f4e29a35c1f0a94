import { randomBytes } from 'node:crypto'
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'
import { hashing } from '@/lib/auth/hashing'
import { insertSession } from '@/lib/credentials/data'
import { prisma } from '@/lib/db'
import { env, secretFor } from '@/lib/env'
import { cookiePrefix, isBehindTls } from '@/lib/http/own-cookie'

/** 30 days, in seconds: how long a session lives without use. */
export const sessionLifeS = 30 * 24 * 60 * 60

const Opening = z.object({
  userId: z.string(),
  shown: z.union([z.object({ hash: z.string() }), z.object({ passkeyId: z.string() })]),
  ipAddress: z.string(),
  userAgent: z.string(),
  now: z.date(),
})

// A session for whoever has proven all that the account asks for: better-auth's own sign-in opens one for the password
// alone, and its sessions whatever has become of it meanwhile. Null where it, or the passkey, is not the account's any more.
const openingSessions = {
  id: 'baycall-sessions',
  endpoints: {
    openStaffSession: createAuthEndpoint.serverOnly({ method: 'POST', body: Opening }, async (ctx) => {
      const { userId, shown, ipAddress, userAgent, now } = ctx.body
      const user = await ctx.context.internalAdapter.findUserById(userId)
      if (!user) return ctx.json(null)
      const [id, token] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')]
      const times = { createdAt: now, updatedAt: now, expiresAt: new Date(now.getTime() + sessionLifeS * 1000) }
      const session = { id, userId, token, ipAddress, userAgent, ...times }
      if (!(await insertSession(session, shown))) return ctx.json(null)
      await setSessionCookie(ctx, { session, user })
      return ctx.json({ sessionId: session.id, token: session.token })
    }),
    // better-auth's own getSession answers whatever the database says as a fault of its own (500), in look-ups of its own.
    readStaffCookie: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (ctx) => {
      const { authCookies, secret } = ctx.context
      return ctx.json({ token: (await ctx.getSignedCookie(authCookies.sessionToken.name, secret)) || null })
    }),
  },
} satisfies BetterAuthPlugin

function build() {
  const origin = env().BAYCALL_URL ?? 'http://localhost:3000'
  return betterAuth({
    appName: 'Baycall',
    baseURL: origin,
    secret: secretFor('staff-session').toString('base64url'),
    database: prismaAdapter(prisma(), { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 256,
      autoSignIn: false,
      password: hashing,
    },
    session: { expiresIn: sessionLifeS },
    advanced: {
      // With `useSecureCookies` it would put its own `__Secure-` in front.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isBehindTls() },
    },
    plugins: [openingSessions],
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
