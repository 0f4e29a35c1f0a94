import { queryOptions } from '@tanstack/react-query'
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

/** Who is in a project; with words, those who are called so. */
export const peopleQuery = (projectId: string, search = '') =>
  queryOptions({
    queryKey: [...peopleKey(projectId), 'list', search] as const,
    queryFn: ({ signal }) => {
      const asked = new URLSearchParams({ projectId, ...(search !== '' && { search }) })
      return fetchJson(people, `${base}?${asked}`, { signal })
    },
  })

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

export function removePerson({ projectId, userId }: Of<'userId'>): Promise<void> {
  return fetchNothing(inProject(`/${encodeURIComponent(userId)}`, projectId), { method: 'DELETE' })
}

/** A link by which somebody chooses a new password. */
export function makeResetLink({ projectId, userId }: Of<'userId'>): Promise<MadeLink> {
  return fetchJson(madeLink, inProject(`/${encodeURIComponent(userId)}/password-link`, projectId), { method: 'POST' })
}
