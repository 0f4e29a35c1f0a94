import { requireSession } from '@/lib/account/own-password'
import { actorOf } from '@/lib/audit/actor'
import type { AuditNote } from '@/lib/audit/model'
import { covers, type Membership, type StaffCaller } from '@/lib/auth/model'
import { requireRight, rightGone } from '@/lib/auth/rights'
import { Refusal } from '@/lib/errors'
import { wakeReader } from '@/lib/feed/wake'
import { findPart } from '@/lib/invitations/data'
import { limitChanges } from '@/lib/limits/record'
import { limitLinks } from '@/lib/limits/service'
import { type Mailed, sendsMail } from '@/lib/mail/service'
import { countMembers, deletePerson, findPerson, listStoreNames, type PersonRow, updatePerson } from '@/lib/people/data'
import { noPerson, shownTo } from '@/lib/people/listing'
import { isInSight, isSamePart, mayGive, type Part, storesInSight } from '@/lib/people/model'
import type { MadeLink, Person, PersonChange } from '@/lib/people/schema'
import { giverOf } from '@/lib/people/still-statement'
import { acrossProjects } from '@/lib/wall'

type Place = { projectId: string; userId: string }

/**
 * Throws unless the caller may make somebody this: store_not_found for a store that is not the caller's to give,
 * right_missing for more than they are themselves.
 */
export async function requireGift(by: Membership, given: Part): Promise<void> {
  const named = await listStoreNames(by.projectId, given.destinationIds ?? [], 0)
  const known = new Set(named.map(({ destinationId }) => destinationId))
  const missing = given.destinationIds?.find((id) => !known.has(id) || !covers(by, id))
  if (missing !== undefined) {
    throw new Refusal('store_not_found', 'One of these stores is not there, or not among those of your account.')
  }
  if (mayGive(by, given)) return
  throw new Refusal('right_missing', 'Nobody gives more than they have: choose a lower role, or fewer stores.')
}

/**
 * A link as it is answered: to whoever made it only where no mails go out. One whose mail has failed is nobody's: else
 * whoever can make a mail fail, or waits until one does, would have what is for another's mailbox alone.
 */
export function linkFor(link: string, mail: Mailed, expiresAt: Date): MadeLink {
  return { link: mail === 'off' ? link : null, mail, expiresAt }
}

/** Counts a link that the caller sends to somebody's address. Throws too_many_requests. */
export async function countLink(caller: StaffCaller, by: Membership, email: string): Promise<void> {
  const people = await countMembers(by.projectId)
  await limitLinks({ ...by, userId: caller.userId, people }, sendsMail() ? email : null)
}

/** A person whom the caller may change. Throws person_not_found, right_missing. */
export async function requireChangeable(caller: StaffCaller, by: Membership, userId: string): Promise<PersonRow> {
  const person = await findPerson(by.projectId, userId)
  if (!person || !isInSight(by, person)) throw noPerson()
  if (userId === caller.userId) {
    throw new Refusal('right_missing', 'Nobody changes what they are themselves. Ask another owner or manager.')
  }
  if (mayGive(by, person)) return person
  throw new Refusal('right_missing', 'Their role or their stores reach further than yours. Ask an owner.')
}

const storesOf = ({ destinationIds }: Part) => destinationIds ?? 'all'

function noteOf(caller: StaffCaller, request: Request, projectId: string, { userId, name }: PersonRow) {
  return { projectId, actor: actorOf(caller, request), subject: { kind: 'person' as const, id: userId, name } }
}

const areElse = () => new Refusal('version_mismatch', 'Somebody else has changed what they are: get them, look again.')

type Outcome = 'done' | 'lastOwner' | 'gone'

// Several change a person at once now and then, and what each may is decided by what the person is then: so who comes second
// looks again.
const looks = 3

// What the caller is was read with their session, some seconds ago at most.
async function requireStill(caller: StaffCaller, part: Membership, now: Date): Promise<void> {
  await requireSession(caller, now)
  const { projectId, role, destinationIds } = part
  const found = await findPart(projectId, caller.userId)
  const stores = (part: Part) => JSON.stringify(part.destinationIds?.toSorted() ?? null)
  if (found?.role === role && stores(found) === stores({ role, destinationIds })) return
  throw rightGone()
}

async function settle(
  look: () => Promise<PersonRow>,
  work: (person: PersonRow) => Promise<Outcome>,
): Promise<PersonRow> {
  for (let left = looks; left > 0; left--) {
    const person = await look()
    const outcome = await work(person)
    if (outcome === 'done') return person
    if (outcome === 'lastOwner') {
      throw new Refusal('last_owner', 'This is the project’s last owner. Make somebody else an owner first.')
    }
  }
  throw new Refusal('person_not_found', 'They are being changed by somebody else. Look again.')
}

/**
 * Gives a person another role or other stores, at once: open boards come again with it within seconds. `decidedOn`: what they were
 * then. Throws project_not_found, person_not_found, store_not_found, right_missing, last_owner, version_mismatch.
 */
export async function changePerson(
  caller: StaffCaller,
  { projectId, userId }: Place,
  { from: decidedOn, ...change }: PersonChange,
  request: Request,
  now: Date,
): Promise<Person> {
  const by = requireRight(caller, projectId, 'people')
  await limitChanges(caller.userId)
  const look = async () => {
    await requireStill(caller, by, now)
    const person = await requireChangeable(caller, by, userId)
    if (decidedOn && !isSamePart(decidedOn, { ...person, destinationIds: storesInSight(by, person) })) throw areElse()
    await requireGift(by, change)
    return person
  }
  const person = await settle(look, (from) => {
    const details = {
      role: { from: from.role, to: change.role },
      stores: { from: storesOf(from), to: storesOf(change) },
    }
    const note: AuditNote = { ...noteOf(caller, request, projectId, from), action: 'person.changed', details }
    return updatePerson({ projectId, userId }, { from, to: change, by: giverOf(caller, by) }, note, now)
  })
  wakeReader(userId)
  return shownTo(caller, by, { ...person, ...change })
}

/**
 * Takes a person out of a project: their boards of it end within seconds, all their sessions where it was their only one,
 * and every open invitation to it, whoever made it, and those that they gave to others. `role`: what they were when it was
 * decided. Throws project_not_found, person_not_found, right_missing, last_owner, version_mismatch.
 */
export async function removePerson(
  caller: StaffCaller,
  { projectId, userId, role }: Place & { role?: Part['role'] | undefined },
  request: Request,
  now: Date,
): Promise<void> {
  const by = requireRight(caller, projectId, 'people')
  await settle(
    async () => {
      await requireStill(caller, by, now)
      const person = await requireChangeable(caller, by, userId)
      if (role && person.role !== role) throw areElse()
      return person
    },
    (from) => {
      const details = { role: from.role, stores: storesOf(from) }
      const note: AuditNote = { ...noteOf(caller, request, projectId, from), action: 'person.removed', details }
      return acrossProjects(
        async () => await deletePerson({ projectId, userId }, { from, by: giverOf(caller, by) }, note, now),
      )
    },
  )
  wakeReader(userId)
}

export { getPerson, listPeople } from '@/lib/people/listing'
