import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { fetchJson, fetchNothing } from '@/lib/http/client'
import { listOf, membersOf, withTimes } from '@/lib/http/wire'
import type {
  Invitation,
  MadeLink,
  NewInvitation,
  People,
  Person,
  PersonChange,
  WholePerson,
} from '@/lib/people/schema'

const base = '/api/staff/people'
const inProject = (path: string, projectId: string) => `${base}${path}?${new URLSearchParams({ projectId })}`

const persons = listOf(withTimes<Person>({ joinedAt: true, lastSeenAt: true }))
const wholePerson = withTimes<WholePerson>({ joinedAt: true, lastSeenAt: true })
const invitations = listOf(withTimes<Invitation>({ createdAt: true, expiresAt: true }))
const madeLink = withTimes<MadeLink>({ expiresAt: true })

const people = {
  parse(json: unknown): People {
    const members = membersOf(json)
    const lists = { people: persons.parse(members.people), invitations: invitations.parse(members.invitations) }
    return { ...(members as People), ...lists }
  },
}

/** Whatever is searched for. */
export const peopleKey = (projectId: string) => ['people', projectId] as const

type Tokens = Pick<People, 'peopleToken' | 'invitationsToken'>

const tokensOf = ({ peopleToken, invitationsToken }: Tokens) => ({
  ...(peopleToken !== undefined && { peopleToken }),
  ...(invitationsToken !== undefined && { invitationsToken }),
})

/** Who is in a project and who is asked to join it, both page by page; with words, those who are called so. */
export const peopleQuery = (projectId: string, search = '') =>
  infiniteQueryOptions({
    queryKey: [...peopleKey(projectId), 'list', search] as const,
    queryFn: ({ pageParam, signal }) => {
      const asked = { projectId, ...tokensOf(pageParam) }
      // Whom somebody looks for stands in no log of a proxy.
      return search === ''
        ? fetchJson(people, `${base}?${new URLSearchParams(asked)}`, { signal })
        : fetchJson(people, `${base}/find`, { method: 'POST', body: { ...asked, search }, signal })
    },
    initialPageParam: {} as Tokens,
    getNextPageParam: (page) => (page.peopleToken || page.invitationsToken ? tokensOf(page) : null),
    // Pages that were read stay as they are while somebody reads on.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) < 2,
  })

function eachOnce<Row>(rows: Row[], idOf: (row: Row) => string): Row[] {
  const known = new Map<string, Row>()
  for (const row of rows) if (!known.has(idOf(row))) known.set(idOf(row), row)
  return [...known.values()]
}

/** Pages as one, with the tokens of the last: whoever was called otherwise meanwhile, and is in two, stands in the first. */
export function joinedPages([first, ...behind]: [People, ...People[]]): People {
  const pages = [first, ...behind]
  const { peopleToken: _, invitationsToken: __, ...whole } = first
  return {
    ...whole,
    ...tokensOf(pages.at(-1) ?? first),
    people: eachOnce(
      pages.flatMap((page) => page.people),
      ({ userId }) => userId,
    ),
    invitations: eachOnce(
      pages.flatMap((page) => page.invitations),
      ({ invitationId }) => invitationId,
    ),
    stores: eachOnce(
      pages.flatMap((page) => page.stores),
      ({ destinationId }) => destinationId,
    ),
  }
}

/** One of them with all their stores. Throws ApiError `person_not_found`. */
export const personQuery = (projectId: string, userId: string) =>
  queryOptions({
    queryKey: [...peopleKey(projectId), 'one', userId] as const,
    queryFn: ({ signal }) => fetchJson(wholePerson, inProject(`/${encodeURIComponent(userId)}`, projectId), { signal }),
    // What is about to be changed is looked at anew.
    staleTime: 0,
    gcTime: 0,
  })

/** Throws ApiError `already_member`, `right_missing`, `store_not_found`, `field_invalid`. */
export function invite(invitation: NewInvitation): Promise<MadeLink> {
  return fetchJson(madeLink, `${base}/invitations`, { method: 'POST', body: invitation })
}

type Of<Key extends string> = { projectId: string } & Record<Key, string>

/** Another link, mailed or answered. */
export function renewInvitation(
  { projectId, invitationId }: Of<'invitationId'>,
  sendsMail: boolean,
): Promise<MadeLink> {
  const address = inProject(`/invitations/${invitationId}`, projectId)
  return fetchJson(madeLink, address, { method: 'POST', body: { sendsMail } })
}

export function withdrawInvitation({ projectId, invitationId }: Of<'invitationId'>): Promise<void> {
  return fetchNothing(inProject(`/invitations/${invitationId}`, projectId), { method: 'DELETE' })
}

/** Throws ApiError `last_owner`, `right_missing`, `person_not_found`. */
export function changePerson({ projectId, userId }: Of<'userId'>, change: PersonChange): Promise<void> {
  const address = inProject(`/${encodeURIComponent(userId)}`, projectId)
  return fetchNothing(address, { method: 'PATCH', body: change })
}

/** `role`: what they were when it was decided. Throws ApiError `version_mismatch` where they are something else, `last_owner`. */
export function removePerson({ projectId, userId, role }: Of<'userId'> & Pick<Person, 'role'>): Promise<void> {
  const address = inProject(`/${encodeURIComponent(userId)}`, projectId)
  return fetchNothing(`${address}&${new URLSearchParams({ role })}`, { method: 'DELETE' })
}

/** A link by which somebody chooses a new password. */
export function makeResetLink({ projectId, userId }: Of<'userId'>): Promise<MadeLink> {
  return fetchJson(madeLink, inProject(`/${encodeURIComponent(userId)}/password-link`, projectId), { method: 'POST' })
}
