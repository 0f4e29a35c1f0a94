import { randomUUID } from 'node:crypto'
import { pairedTablet } from '@/integration/access/pairing'
import type { World } from '@/integration/access/world'
import { signAccessToken } from '@/lib/auth/access-token'
import { findSessionId, revokeApiKeys } from '@/lib/auth/data'
import type { Role } from '@/lib/auth/model'
import { prisma } from '@/lib/db'
import { createKey, createStaff } from '@/prisma/factories/project'

/** What somebody sends: to the API, and to a page. */
export type Caller = { api: Record<string, string>; page: Record<string, string>; cookie?: string; sessionId?: string }

const hourMs = 60 * 60 * 1000
const ago = (hours: number) => new Date(Date.now() - hours * hourMs)
const byKey = (key: string): Caller => ({ api: { 'x-service-api-key': key }, page: { 'x-service-api-key': key } })

/** A browser that has signed in, and a program with an access token of the same session. */
export async function session(baseUrl: string, account: { email: string; password: string }) {
  const response = await fetch(`${baseUrl}/api/staff/session`, {
    method: 'POST',
    headers: { origin: baseUrl, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!response.ok) throw new Error(`signing in answered ${response.status}: ${await response.text()}`)
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  const value = cookie.find((one) => one.startsWith('baycall.session_token='))?.split('=')[1] ?? ''
  const token = decodeURIComponent(value).split('.')[0] ?? ''
  return { cookie: cookie.join('; '), token, sessionId: (await findSessionId(token)) ?? '' }
}

type Session = Awaited<ReturnType<typeof session>>

const bySession = ({ cookie, sessionId }: Session): Caller => ({
  api: { authorization: `Bearer ${signAccessToken(sessionId, new Date())}` },
  page: { cookie },
  cookie,
  sessionId,
})

/** A further session of who is signed in, which may end; null for who is not. */
export async function anotherSession(caller: Caller | undefined): Promise<string | null> {
  if (!caller?.sessionId) return null
  const session = await prisma().session.findUnique({ where: { id: caller.sessionId } })
  if (!session) return null
  const { userId, expiresAt } = session
  const { id } = await prisma().session.create({ data: { id: randomUUID(), token: randomUUID(), userId, expiresAt } })
  return id
}

/** A board's browser, which sends its tablet's cookie. */
const byTablet = (cookie: string): Caller => ({ api: { cookie }, page: { cookie }, cookie })

const flipped = (text: string) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`

/**
 * Everybody who may call, by the name of their column in the tables. A further kind of caller is one more line here, its
 * name in the heads of the tables, and a word in each of their rows.
 */
export async function everybody({ baseUrl, own, other, third, stores }: World): Promise<Record<string, Caller>> {
  const { projectId } = own
  const person = async (role: Role, destinationIds: string[] | null = null, project = projectId) =>
    session(baseUrl, await createStaff({ projectId: project, role, destinationIds }))
  const revoked = await createKey(projectId, 'secret')
  await revokeApiKeys(projectId, revoked.slice(0, 10), new Date())
  const [owner, signedOut, expired] = [await person('owner'), await person('owner'), await person('owner')]
  await fetch(`${baseUrl}/api/staff/session`, {
    method: 'DELETE',
    headers: { cookie: signedOut.cookie, origin: baseUrl },
  })
  await prisma().session.updateMany({ where: { token: expired.token }, data: { expiresAt: ago(1) } })
  const paired = (name: string, destinationId: string) =>
    pairedTablet(baseUrl, bySession(owner).api, { projectId, destinationId, name })
  const [tablet, tabletB, unpaired] = [
    await paired('Of A', stores.a),
    await paired('Of B', stores.b),
    await paired('Revoked', stores.a),
  ]
  await prisma().tablet.updateMany({ where: { tabletId: unpaired.tabletId }, data: { revokedAt: new Date() } })
  return {
    none: { api: {}, page: {} },
    pk: byKey(own.publishableKey),
    sk: byKey(own.secretKey),
    skQ: byKey(third.secretKey),
    skB: byKey(await createKey(projectId, 'secret', { destinationIds: [stores.b] })),
    old: byKey(await createKey(projectId, 'secret', { expiresAt: ago(1) })),
    rev: byKey(revoked),
    stB: bySession(await person('staff', [stores.b])),
    st: bySession(await person('staff')),
    mgB: bySession(await person('manager', [stores.b])),
    mgA: bySession(await person('manager', [stores.a])),
    mgr: bySession(await person('manager')),
    own: bySession(owner),
    ownQ: bySession(await person('owner', null, other.projectId)),
    tab: byTablet(tablet.cookie),
    tbB: byTablet(tabletB.cookie),
    tbR: byTablet(unpaired.cookie),
    out: bySession(signedOut),
    exp: {
      api: { authorization: `Bearer ${signAccessToken(owner.sessionId, ago(2))}` },
      page: { cookie: expired.cookie },
    },
    alt: {
      api: { authorization: flipped(`Bearer ${signAccessToken(owner.sessionId, new Date())}`) },
      page: { cookie: owner.cookie.split('; ').map(flipped).join('; ') },
    },
  }
}
