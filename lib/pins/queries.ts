import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { fetchJson, fetchNothing } from '@/lib/http/client'
import { listOf, membersOf, type Reader, withTimes } from '@/lib/http/wire'
import type { Acting, NewPerson, OwnPin, PinPeople, PinPerson } from '@/lib/pins/schema'

const people = '/api/staff/pins'
const own = '/api/staff/pin'
const acting = '/api/staff/acting'
const ofProject = (address: string, projectId: string) => `${address}?${new URLSearchParams({ projectId })}`
const ofPerson = (projectId: string, personId: string) =>
  ofProject(`${people}/${encodeURIComponent(personId)}`, projectId)

const personReader = withTimes<PinPerson>({ setAt: true })
const ownReader = withTimes<OwnPin>({ setAt: true })
const actingReader = withTimes<Acting>({})
const peopleReader: Reader<PinPeople> = {
  parse(json) {
    const told = membersOf(json)
    return {
      people: listOf(personReader).parse(told.people),
      hasMore: told.hasMore === true,
      rules: membersOf(told.rules) as PinPeople['rules'],
    }
  },
}

/** All that is read of a project's PINs, whatever is searched for. */
export const pinsKey = (projectId: string) => ['pins', projectId] as const

/** Who acts on tablets, or those with these words in them, and whether that is asked. */
export const pinPeopleQuery = (projectId: string, search = '') =>
  queryOptions({
    queryKey: [...pinsKey(projectId), 'people', search] as const,
    // Whom somebody looks for stands in no log of a proxy.
    queryFn: ({ signal }) =>
      search === ''
        ? fetchJson(peopleReader, ofProject(people, projectId), { signal })
        : fetchJson(peopleReader, `${people}/find`, { method: 'POST', body: { projectId, search }, signal }),
  })

/** Throws ApiError `pin_taken`, `pins_full`, `store_not_found`, `too_many_requests`. */
export function addPerson(body: z.input<typeof NewPerson>): Promise<PinPerson> {
  return fetchJson(personReader, people, { method: 'POST', body })
}

/** Throws ApiError `pin_taken`, `person_not_found`, `too_many_requests`. */
export function setPersonsPin(projectId: string, personId: string, pin: string): Promise<PinPerson> {
  return fetchJson(personReader, ofPerson(projectId, personId), { method: 'PUT', body: { pin } })
}

/** Throws ApiError `person_not_found`. */
export function removePersonsPin(projectId: string, personId: string): Promise<void> {
  return fetchNothing(ofPerson(projectId, personId), { method: 'DELETE' })
}

export const ownPinQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...pinsKey(projectId), 'own'] as const,
    queryFn: ({ signal }) => fetchJson(ownReader, ofProject(own, projectId), { signal }),
  })

/** Throws ApiError `pin_taken`, `too_many_requests`. */
export function setOwnPin(projectId: string, pin: string): Promise<OwnPin> {
  return fetchJson(ownReader, ofProject(own, projectId), { method: 'PUT', body: { pin } })
}

/** Throws ApiError `person_not_found`. */
export function removeOwnPin(projectId: string): Promise<void> {
  return fetchNothing(ofProject(own, projectId), { method: 'DELETE' })
}

/** Who is named on this tablet. */
export function findActing(): Promise<Acting> {
  return fetchJson(actingReader, acting)
}

/** Names whoever has this PIN. Throws ApiError `pin_wrong`, `too_many_requests`. */
export function enterPin(pin: string): Promise<Acting> {
  return fetchJson(actingReader, acting, { method: 'POST', body: { pin } })
}

/** Forgets who is named. */
export function leaveActing(): Promise<void> {
  return fetchNothing(acting, { method: 'DELETE' })
}

type PinRule = { pinForActions?: boolean | null; pinSeconds?: number | null }

/** Decides it for a store, or for the project (`destinationId` null). Throws ApiError `field_invalid`, `right_missing`. */
export function savePinRule(projectId: string, destinationId: string | null, rule: PinRule): Promise<unknown> {
  const store = destinationId !== null && new URLSearchParams({ projectId, destinationId })
  const address = store ? `/api/staff/stores/settings?${store}` : `/api/staff/projects/${projectId}/settings`
  return fetchJson({ parse: membersOf }, address, { method: 'PATCH', body: rule })
}
