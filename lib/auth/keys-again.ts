import { listGoodKeys } from '@/lib/auth/data'
import type { ApiKeyCaller } from '@/lib/auth/model'
import { Patience } from '@/lib/patience'
import { inProjects } from '@/lib/wall'

/** A look that has not begun: at which keys, and which of them are good. */
type Look = { keyIds: Set<string>; good: Promise<Set<string>> }

// Each by its project.
const next = new Map<string, Look>()
const underway = new Map<string, Promise<unknown>>()

function nextLook(projectId: string): Look {
  const keyIds = new Set<string>()
  const before = underway.get(projectId)
  const look = async () => {
    // At this moment who has come with it is told of; whether the one before has failed is nothing to this one.
    await before?.catch(() => {})
    next.delete(projectId)
    return inProjects([projectId], () => listGoodKeys(projectId, [...keyIds], new Date()))
  }
  // Whoever is first goes on to add theirs before it begins.
  const good: Promise<Set<string>> = Patience.outside(() => Promise.resolve().then(look), { isForKnown: true }).finally(
    () => {
      if (underway.get(projectId) === good) underway.delete(projectId)
    },
  )
  underway.set(projectId, good)
  return { keyIds, good }
}

/**
 * Who an API key is by now: null once it is revoked or has expired, by a look that begins later than this is called. Of a
 * project there is one look at a time, at all the keys that were asked for meanwhile: thousands of streams that say nothing
 * (lib/entries/service.ts) cost as many statements as one.
 */
export async function findApiKeyAgain(caller: ApiKeyCaller): Promise<ApiKeyCaller | null> {
  const { projectId, keyId } = caller
  const look = next.get(projectId) ?? nextLook(projectId)
  next.set(projectId, look)
  look.keyIds.add(keyId)
  return (await Patience.withShared(look.good)).has(keyId) ? caller : null
}
