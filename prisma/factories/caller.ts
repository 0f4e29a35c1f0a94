import { randomUUID } from 'node:crypto'
import type { Membership, StaffCaller } from '@/lib/auth/model'
import { prisma } from '@/lib/db'

const hourMs = 60 * 60 * 1000

/** Somebody who is signed in, with a part in each of some projects, as a route knows them. They have no password. */
export async function makeCaller(...memberships: Membership[]): Promise<StaffCaller> {
  const [userId, sessionId] = [randomUUID(), randomUUID()]
  const [name, email] = ['Ada Mensah', `${userId}@shop.example`]
  const expiresAt = new Date(Date.now() + hourMs)
  await prisma().user.create({ data: { id: userId, name, email } })
  await prisma().session.create({ data: { id: sessionId, userId, token: randomUUID(), expiresAt } })
  for (const { projectId, role, destinationIds } of memberships) {
    const data = { projectId, userId, role, createdAt: new Date(), ...(destinationIds && { destinationIds }) }
    await prisma().membership.create({ data })
  }
  return { kind: 'staff', userId, name, email, sessionId, memberships }
}

/** The same of a store's paired tablet. */
export async function makeTabletCaller(store: { projectId: string; destinationId: string }): Promise<StaffCaller> {
  const { projectId, destinationId } = store
  const [tabletId, name] = [randomUUID(), 'Counter 1']
  const paired = { pairedBy: 'somebody', pairedByName: 'Ada Mensah', pairedAt: new Date() }
  await prisma().tablet.create({ data: { projectId, tabletId, destinationId, name, device: 'Chrome', ...paired } })
  return {
    kind: 'staff',
    userId: tabletId,
    name,
    email: '',
    sessionId: '',
    memberships: [{ projectId, role: 'staff', destinationIds: [destinationId] }],
    tablet: { tabletId, name, proof: null, shown: null },
  }
}
