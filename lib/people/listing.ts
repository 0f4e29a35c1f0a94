import { covers, type Membership, type StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { Refusal } from '@/lib/errors'
import { queryDigest, readPageToken, readWordsToken, sealPageToken, sealWordsToken } from '@/lib/http/page-token'
import { type ListedInvitation, listInvitations } from '@/lib/invitations/data'
import type { Cut, ToldStores } from '@/lib/lists/model'
import { sendsMail } from '@/lib/mail/service'
import { findPerson, type ListedPerson, listPersons, listStoreNames, type PersonRow } from '@/lib/people/data'
import { isInSight, mayGive, mostListedPeople, type Part, rolesToGive, storesInSight } from '@/lib/people/model'
import type { People, PeopleListQuery, PeopleSought, Person, WholePerson } from '@/lib/people/schema'
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

type Sought = PeopleListQuery & Partial<Pick<PeopleSought, 'search'>>
type Asked = Omit<Sought, 'projectId'>

// Each list is read from its beginning, or as far as a token takes it; one alone where the other has no token.
function placesOf(projectId: string, { search = '', peopleToken, invitationsToken }: Asked) {
  const digestOf = (list: 'people' | 'invitations') => queryDigest({ list, projectId, search })
  const [ofPeople, ofInvitations] = [digestOf('people'), digestOf('invitations')]
  const isBeginning = peopleToken === undefined && invitationsToken === undefined
  const [name, email] = peopleToken === undefined ? [] : readWordsToken(peopleToken, ofPeople)
  const last = invitationsToken === undefined ? null : readPageToken(invitationsToken, ofInvitations)
  return {
    isBeginning,
    people: (isBeginning || peopleToken !== undefined) && {
      after: name !== undefined && email !== undefined ? { name, email } : null,
      tokenOf: (row: ListedPerson) => sealWordsToken(ofPeople, [row.name, row.email]),
    },
    invitations: (isBeginning || last !== null) && {
      after: last && { createdAt: last.time, invitationId: last.tie },
      tokenOf: (row: ListedInvitation) => sealPageToken(ofInvitations, { time: row.createdAt, tie: row.invitationId }),
    },
  }
}

const tokenBehind = <Row>({ rows, areMore }: Cut<Row>, place: { tokenOf: (row: Row) => string } | false) => {
  const last = rows.at(-1)
  return place && areMore && last ? place.tokenOf(last) : undefined
}

const none = { rows: [], areMore: false }

async function readPeople(by: Membership, asked: Asked) {
  const { projectId, destinationIds: reach } = by
  const words = asked.search?.trim() ?? ''
  const sought = { reach, words, most: mostListedPeople }
  const { isBeginning, people, invitations } = placesOf(projectId, asked)
  const [persons, invited] = await Promise.all([
    people ? listPersons(projectId, sought, people.after) : none,
    invitations ? listInvitations(projectId, sought, invitations.after) : none,
  ])
  const firsts = [...persons.rows, ...invited.rows].flatMap(({ destinationIds }) => destinationIds?.slice(0, 1) ?? [])
  // What there is to give is told once.
  const stores = await (isBeginning && words === ''
    ? listStoreNames(projectId, [...(reach ?? []), ...firsts])
    : listStoreNames(projectId, firsts, 0))
  const [peopleToken, invitationsToken] = [tokenBehind(persons, people), tokenBehind(invited, invitations)]
  const tokens = { ...(peopleToken && { peopleToken }), ...(invitationsToken && { invitationsToken }) }
  return { persons: persons.rows, invited: invited.rows, stores, tokens }
}

/**
 * Who is in a project and who is asked to join it, as far as the caller's stores go, mostListedPeople of each at a time;
 * `search`: those with these words in what they are called. Throws project_not_found, right_missing, pagination_token_invalid.
 */
export async function listPeople(caller: StaffCaller, { projectId, ...asked }: Sought): Promise<People> {
  const by = requireRight(caller, projectId, 'people')
  const { persons, invited, stores, tokens } = await pageInTurn(caller, projectId, () => readPeople(by, asked))
  const people = persons.map((row) => {
    const isYou = row.userId === caller.userId
    const listed = listedTo(by, row)
    return { ...listed, isYou, mayChange: !isYou && listed.mayChange }
  })
  return {
    people,
    invitations: invited.map((row) => listedTo(by, row)),
    ...tokens,
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
