import { actorOf } from '@/lib/audit/actor'
import type { StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { documentPieces } from '@/lib/customers/document'
import type { Asked, Found } from '@/lib/customers/model'
import { eraseRecords, exportRecords, searchCustomer } from '@/lib/customers/records'
import type { CustomerFound } from '@/lib/customers/schema'
import { whileThere } from '@/lib/customers/while-there'
import { beginInTurn } from '@/lib/export/in-turn'
import { requireStillAllowed, whileAllowed } from '@/lib/export/while-allowed'
import { limitExports } from '@/lib/limits/record'
import { tooMany } from '@/lib/limits/service'
import { personIn } from '@/lib/turns/people-turns'
import { inProjects } from '@/lib/wall'

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallCustomerTurns?: Set<string> }
held.baycallCustomerTurns ??= new Set()
const taken = held.baycallCustomerTurns

const retryAfterSeconds = 5
// A quarter of what pages wait for an answer: all is read before.
const writeMs = 30_000
const rate = { perSecond: 1 / retryAfterSeconds, burst: 1 }

/**
 * Reads a project through for one customer, in this process once at a time: the connections for what takes its time are
 * few, and all projects'. Counted for the account as well: each leaves a line. What is only read is read no further once
 * whoever asked has gone; what is emptied is emptied. Throws too_many_requests.
 */
async function inTurn<Done>(projectId: string, { userId }: StaffCaller, work: () => Promise<Done>): Promise<Done> {
  if (taken.has(projectId)) throw tooMany(rate, retryAfterSeconds)
  taken.add(projectId)
  try {
    await limitExports('customers', userId)
    return await inProjects([projectId], work)
  } finally {
    taken.delete(projectId)
  }
}

/** For whom somebody asks, and by which request. */
type Asking = { projectId: string; asked: Asked; request: Request }

const askedBy = (caller: StaffCaller, { projectId, asked, request }: Asking) => ({
  projectId,
  asked,
  actor: actorOf(caller, request),
})

const neededIn = (projectId: string) => ({ projectId, destinationIds: null, right: 'privacy' }) as const

/** What is kept of a customer, in brief. Throws project_not_found, right_missing, field_invalid, too_many_requests. */
export async function findCustomer(caller: StaffCaller, asking: Asking, now: Date): Promise<CustomerFound> {
  requireRight(caller, asking.projectId, 'privacy')
  const found = await inTurn(asking.projectId, caller, () =>
    whileThere(asking.request.signal, () => searchCustomer(askedBy(caller, asking), now)),
  )
  // It is read for as long as a project is large.
  await requireStillAllowed(caller, neededIn(asking.projectId))
  return found
}

/** A file underway. */
type ExportedFile = { chunks: AsyncGenerator<string>; ended?: AbortSignal }

/**
 * All of it, as one document. Throws project_not_found, right_missing, field_invalid, too_many_requests. A generator that
 * throws has lost its caller the right: the file must not look complete.
 */
export async function exportCustomer(caller: StaffCaller, asking: Asking, now: Date): Promise<ExportedFile> {
  const { projectId, request } = asking
  requireRight(caller, projectId, 'privacy')
  return beginInTurn(personIn(caller, projectId), request.signal, async () => {
    const document = await inTurn(projectId, caller, () =>
      whileThere(request.signal, () => exportRecords(askedBy(caller, asking), now)),
    )
    return { chunks: whileAllowed(caller, neededIn(projectId), documentPieces(document)) }
  })
}

/**
 * Empties it: how many records. Breaks off where the caller's session or right ends meanwhile. Throws project_not_found,
 * right_missing, field_invalid, too_many_requests.
 */
export async function eraseCustomer(caller: StaffCaller, asking: Asking, now: Date): Promise<Found> {
  requireRight(caller, asking.projectId, 'privacy')
  return inTurn(asking.projectId, caller, () =>
    eraseRecords(askedBy(caller, asking), now, writeMs, () => requireStillAllowed(caller, neededIn(asking.projectId))),
  )
}
