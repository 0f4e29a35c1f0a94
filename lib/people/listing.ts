import { covers, type Membership, type StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { Refusal } from '@/lib/errors'
import { listInvitations } from '@/lib/invitations/data'
import type { ToldStores } from '@/lib/lists/model'
import { sendsMail } from '@/lib/mail/service'
import { findPerson, listPersons, listStoreNames, type PersonRow } from '@/lib/people/data'
import { isInSight, mayGive, mostListedPeople, type Part, rolesToGive, storesInSight } from '@/lib/people/model'
import type { People, Person, WholePerson } from '@/lib/people/schema'
import { pageInTurn } from '@/lib/turns/reading'

/** A person as the caller may know of them. */
export function shownTo(caller: StaffCaller, by: Membership, person: PersonRow): Person {
  const isYou = person.userId === caller.userId
  const destinationIds = storesInSight(by, person)
  const storeCount = destinationIds?.length ?? null
  return { ...person, destinationIds, storeCount, isYou, mayChange: !isYou && mayGive(by, person) }
}

// The same as a list tells of them: mayGive of stores that are all theirs is mayGive of the first.
function listedTo<Row extends ToldStores & Pick<Part, 'role'>>(by: Membership, { hasOthers, ...row }: Row) {
  return { ...row, mayChange: !hasOthers && mayGive(by, row) }
}

async function readPeople(by: Membership, words: string) {
  const { projectId, destinationIds: reach } = by
  const sought = { reach, words, most: mostListedPeople }
  const [persons, asked] = await Promise.all([listPersons(projectId, sought), listInvitations(projectId, sought)])
  const firsts = [...persons.rows, ...asked.rows].flatMap(({ destinationIds }) => destinationIds?.slice(0, 1) ?? [])
  // What there is to give is told once, with the list that is not searched.
  const stores = await (words.trim() === ''
    ? listStoreNames(projectId, [...(reach ?? []), ...firsts])
    : listStoreNames(projectId, firsts, 0))
  return { persons, asked, stores }
}

/**
 * Who is in a project and who is asked to join it, as far as the caller's stores go, mostListedPeople of each at most; `search`:
 * those with these words in what they are called. Throws project_not_found, right_missing.
 */
export async function listPeople(caller: StaffCaller, projectId: string, search = ''): Promise<People> {
  const by = requireRight(caller, projectId, 'people')
  const { persons, asked, stores } = await pageInTurn(caller, projectId, () => readPeople(by, search))
  const people = persons.rows.map((row) => {
    const isYou = row.userId === caller.userId
    const listed = listedTo(by, row)
    return { ...listed, isYou, mayChange: !isYou && listed.mayChange }
  })
  return {
    people,
    morePeople: persons.areMore,
    invitations: asked.rows.map((row) => listedTo(by, row)),
    moreInvitations: asked.areMore,
    rolesToGive: rolesToGive(by),
    allStoresToGive: by.destinationIds === null,
    stores: stores.filter(({ destinationId }) => covers(by, destinationId)),
    sendsMail: sendsMail(),
  }
}

export const noPerson = () =>
  new Refusal('person_not_found', 'There is nobody of that id in this project, or not in your stores.')

/** One person, with all the stores that the caller may know of. Throws project_not_found, right_missing, person_not_found. */
export async function getPerson(
  caller: StaffCaller,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<WholePerson> {
  const by = requireRight(caller, projectId, 'people')
  return pageInTurn(caller, projectId, async () => {
    const person = await findPerson(projectId, userId)
    if (!person || !isInSight(by, person)) throw noPerson()
    const shown = shownTo(caller, by, person)
    return { ...shown, stores: await listStoreNames(projectId, shown.destinationIds ?? [], 0) }
  })
}
