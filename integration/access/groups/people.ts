import { randomUUID } from 'node:crypto'
import type { Ask, Asked } from '@/integration/access/asking'
import { asOwner, ofProject, ofQ, type World } from '@/integration/access/world'
import type { Role } from '@/lib/auth/model'
import { prisma } from '@/lib/db'
import { Prisma } from '@/lib/generated/prisma/client'

/** Who is in a project: read as api-table.ts is. Where nothing else is said it is about somebody of store A. */
export const peopleTable = `
                                                                  none pk sk skQ skB old rev | stB     st      mgB     mgA     mgr     own     ownQ    | tab   tbB   tbR | out exp alt
GET    /api/staff/people                                    staff ·    ·  ·  ·   ·   ·   ·   | right   right   B       A       AB      AB      project | right right ·   | ×   ×   ×
POST   /api/staff/people/find                               staff ·    ·  ·  ·   ·   ·   ·   | right   right   B       A       AB      AB      project | right right ·   | ×   ×   ×
POST   /api/staff/people/find#as-of-Q                       staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project -       | right right ·   | ×   ×   ×
POST   /api/staff/people/invitations                        staff ·    ·  ·  ·   ·   ·   ·   | right   right   store   -       -       -       project | right right ·   | ×   ×   ×
POST   /api/staff/people/invitations#of-all-stores          staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   -       -       project | right right ·   | ×   ×   ×
POST   /api/staff/people/invitations#of-an-owner            staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   -       project | right right ·   | ×   ×   ×
POST   /api/staff/people/invitations#as-of-Q                staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project store   | right right ·   | ×   ×   ×
POST   /api/staff/people/invitations/{invitationId}         staff ·    ·  ·  ·   ·   ·   ·   | right   right   invite  -       -       -       project | right right ·   | ×   ×   ×
POST   /api/staff/people/invitations/{invitationId}#as-of-Q staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project invite  | right right ·   | ×   ×   ×
DELETE /api/staff/people/invitations/{invitationId}         staff ·    ·  ·  ·   ·   ·   ·   | right   right   invite  -       -       -       project | right right ·   | ×   ×   ×
DELETE /api/staff/people/invitations/{invitationId}#as-of-Q staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project invite  | right right ·   | ×   ×   ×
GET    /api/staff/people/{userId}                           staff ·    ·  ·  ·   ·   ·   ·   | right   right   person  A       A       A       project | right right ·   | ×   ×   ×
GET    /api/staff/people/{userId}#as-of-Q                   staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project person  | right right ·   | ×   ×   ×
PATCH  /api/staff/people/{userId}                           staff ·    ·  ·  ·   ·   ·   ·   | right   right   person  A       A       A       project | right right ·   | ×   ×   ×
PATCH  /api/staff/people/{userId}#an-owner                  staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   -       project | right right ·   | ×   ×   ×
PATCH  /api/staff/people/{userId}#as-of-Q                   staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project person  | right right ·   | ×   ×   ×
DELETE /api/staff/people/{userId}                           staff ·    ·  ·  ·   ·   ·   ·   | right   right   person  -       -       -       project | right right ·   | ×   ×   ×
DELETE /api/staff/people/{userId}#an-owner                  staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   -       project | right right ·   | ×   ×   ×
DELETE /api/staff/people/{userId}#as-of-Q                   staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project person  | right right ·   | ×   ×   ×
POST   /api/staff/people/{userId}/password-link             staff ·    ·  ·  ·   ·   ·   ·   | right   right   person  -       -       -       project | right right ·   | ×   ×   ×
POST   /api/staff/people/{userId}/password-link#an-owner    staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   -       project | right right ·   | ×   ×   ×
POST   /api/staff/people/{userId}/password-link#as-of-Q     staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project person  | right right ·   | ×   ×   ×
`

const address = () => `${randomUUID()}@retailer.example`
const invitation = (world: World, part: object) => ({
  body: { ...ofProject(world), email: address(), role: 'staff', destinationIds: [world.stores.a], ...part },
})

/** Somebody who is new in the project, and never signs in. */
async function person(world: World, role: Role, destinationIds: string[] | null): Promise<Asked> {
  const [userId, now] = [randomUUID(), new Date()]
  const told = { name: 'Sam Okafor', email: address(), emailVerified: true, createdAt: now, updatedAt: now }
  const part = { role, destinationIds: destinationIds ?? Prisma.DbNull, createdAt: now }
  await prisma().user.create({ data: { id: userId, ...told } })
  await prisma().membership.create({ data: { ...ofProject(world), userId, ...part } })
  return { params: { userId }, query: ofProject(world) }
}

const seller: Ask = (world) => person(world, 'staff', [world.stores.a])
const anOwner: Ask = (world) => person(world, 'owner', null)

/** An invitation that is open. */
const open: Ask = async (world) => {
  const { body } = invitation(world, {})
  await asOwner(world, 'POST', '/api/staff/people/invitations', body)
  const { invitationId } = await prisma().invitation.findFirstOrThrow({ where: { email: body.email } })
  return { params: { invitationId }, query: ofProject(world) }
}

const asOfQ = (ask: Ask): Ask => {
  return async (world, caller) => ({ ...(await ask(world, caller)), query: ofQ(world) })
}
const sending = (ask: Ask, body: object | ((world: World) => object)): Ask => {
  return async (world, caller) => ({
    ...(await ask(world, caller)),
    body: typeof body === 'function' ? body(world) : body,
  })
}

const remade = sending(open, { sendsMail: false })
const raised = (ask: Ask) => sending(ask, ({ stores }) => ({ role: 'manager', destinationIds: [stores.a] }))

export const peopleAsks: Record<string, Ask> = {
  'GET /api/staff/people': (world) => ({ query: ofProject(world) }),
  'POST /api/staff/people/find': (world) => ({ body: { ...ofProject(world), search: '@' } }),
  'POST /api/staff/people/find#as-of-Q': (world) => ({ body: { ...ofQ(world), search: '@' } }),
  'POST /api/staff/people/invitations': (world) => invitation(world, {}),
  'POST /api/staff/people/invitations#of-all-stores': (world) => invitation(world, { destinationIds: null }),
  'POST /api/staff/people/invitations#of-an-owner': (world) =>
    invitation(world, { role: 'owner', destinationIds: null }),
  'POST /api/staff/people/invitations#as-of-Q': (world) => invitation(world, ofQ(world)),
  'POST /api/staff/people/invitations/{invitationId}': remade,
  'POST /api/staff/people/invitations/{invitationId}#as-of-Q': asOfQ(remade),
  'DELETE /api/staff/people/invitations/{invitationId}': open,
  'DELETE /api/staff/people/invitations/{invitationId}#as-of-Q': asOfQ(open),
  'GET /api/staff/people/{userId}': seller,
  'GET /api/staff/people/{userId}#as-of-Q': asOfQ(seller),
  'PATCH /api/staff/people/{userId}': raised(seller),
  'PATCH /api/staff/people/{userId}#an-owner': sending(anOwner, { role: 'owner', destinationIds: null }),
  'PATCH /api/staff/people/{userId}#as-of-Q': asOfQ(raised(seller)),
  'DELETE /api/staff/people/{userId}': seller,
  'DELETE /api/staff/people/{userId}#an-owner': anOwner,
  'DELETE /api/staff/people/{userId}#as-of-Q': asOfQ(seller),
  'POST /api/staff/people/{userId}/password-link': seller,
  'POST /api/staff/people/{userId}/password-link#an-owner': anOwner,
  'POST /api/staff/people/{userId}/password-link#as-of-Q': asOfQ(seller),
  'GET /join/{token}': async (world) => ({ params: { token: await linkToA(world) } }),
}

/** The end of a link by which anybody who has it comes into store A. */
export async function linkToA(world: World): Promise<string> {
  const { body } = invitation(world, {})
  const { link } = await asOwner(world, 'POST', '/api/staff/people/invitations', body)
  return String(link).split('/join/')[1] ?? ''
}
