import type { ApiKeyCaller } from '@/lib/auth/model'
import { env } from '@/lib/env'
import { clientAddressOf } from '@/lib/http/client-address'
import { Allowance } from '@/lib/limits/allowance'
import type { Rate } from '@/lib/limits/model'
import { putOnTab } from '@/lib/limits/tabs'
import { unnamed, widened } from '@/lib/limits/take'
import { isInDebt, ofNetwork, refuseInDebt, type Wide } from '@/lib/limits/wide'

/** What an app tells of its customer is some hundred bytes, and is never refused for what others behind the address send. */
export const freeBytes = 2 * 1024

/**
 * For a body that is announced, or has come: who has no bytes left is refused before it is held, and before it is looked
 * through, which is most of the work. Throws too_many_requests.
 */
export async function refuseLong(caller: ApiKeyCaller, request: Request, bytes: number): Promise<void> {
  if (caller.keyKind !== 'secret' && bytes > freeBytes) await refuseInDebt(bytesOfAddress(caller.keyId, request))
}

// What an arrival tells has some hundred bytes as well, and a few kilobytes where an app sends all that it knows.
const mostAtArrival = 8 * 1024

function bytesOfAddress(keyId: string, request: Request): Wide[] {
  const rate = env().RATE_LIMIT_PUBLISHABLE_KB
  const address = clientAddressOf(request)
  return rate ? [{ name: `bytes ${keyId} ${unnamed(address)}`, rate }, ...ofNetwork('bytes', keyId, address, rate)] : []
}

// More than a chain's customers bring on its busiest day, whose orders have some kilobytes each: the disk is everybody's.
const addressesOfProject = 200

function bytesOfProject({ projectId }: ApiKeyCaller): Wide[] {
  const rate = widened(env().RATE_LIMIT_PUBLISHABLE_KB, addressesOfProject)
  return rate ? [{ name: `bytes project ${projectId}`, rate }] : []
}

/** What is kept counts for the project as well, from all addresses together. */
const bytesKept = (caller: ApiKeyCaller, request: Request): Wide[] => [
  ...bytesOfAddress(caller.keyId, request),
  ...bytesOfProject(caller),
]

function putBytes(buckets: Wide[], bytes: number): void {
  for (const { name, rate } of buckets) putOnTab(name, rate, (bytes - freeBytes) / 1024)
}

const heldAtMost = 20_000

/** An order by its id and its userToken: another store may have one of that id, and whoever guesses has none. */
export type Shown = { orderId: string; userToken?: string | undefined }

const nameOf = ({ projectId }: ApiKeyCaller, { orderId, userToken = '' }: Shown) =>
  unnamed(projectId, orderId, userToken)

/** Orders whose answers are large, as this process has seen: the next one is as large, however small the request. */
class LargeOrders {
  private readonly names = new Set<string>()

  has(caller: ApiKeyCaller, order: Shown): boolean {
    return this.names.has(nameOf(caller, order))
  }

  add(caller: ApiKeyCaller, order: Shown): void {
    const [eldest] = this.names.size >= heldAtMost ? this.names : []
    if (eldest !== undefined) this.names.delete(eldest)
    this.names.add(nameOf(caller, order))
  }
}

const keptLarge = new LargeOrders()
const toldLarge = new LargeOrders()

/**
 * Counts what a body brings with a publishable key beyond its first 2 KB, for each address and of IPv6 for its network. Throws
 * too_many_requests, also where too much is kept of its project's (countBrought), but not for a customer who `arrives` (mayArrive)
 * with 8 KB at most: nobody is missed for what others send.
 */
export async function limitBytes(
  caller: ApiKeyCaller,
  request: Request,
  bytes: number,
  { arrives = false } = {},
): Promise<void> {
  if (caller.keyKind === 'secret' || bytes <= freeBytes) return
  const ofAddress = bytesOfAddress(caller.keyId, request)
  await refuseInDebt(ofAddress)
  // It was read, also where it is refused for what others have brought.
  putBytes(ofAddress, bytes)
  if (!arrives || bytes > mostAtArrival) await refuseInDebt(bytesOfProject(caller))
}

/** Counts what such a body has brought for its project, once it is kept, and boards are told of it: what is refused is nowhere. */
export function countBrought(caller: ApiKeyCaller, bytes: number): void {
  if (caller.keyKind !== 'secret' && bytes > freeBytes) putBytes(bytesOfProject(caller), bytes)
}

/**
 * Whether the answer to a request with an Idempotency-Key may be kept: what an order holds is kept with each, however small
 * the request. False for a customer who `arrives` (mayArrive) at an order that is known to be large, from where too much was
 * kept: it is told without. Throws too_many_requests for anything else from there.
 */
export async function mayKeep(
  caller: ApiKeyCaller,
  request: Request,
  order: Shown,
  arrives: boolean,
): Promise<boolean> {
  if (caller.keyKind === 'secret' || !keptLarge.has(caller, order)) return true
  const buckets = bytesKept(caller, request)
  if (!arrives) await refuseInDebt(buckets)
  return !arrives || !(await isInDebt(buckets))
}

/** Counts a body that was refused for what it holds, or broke off, for its address: it was read, or held room for itself. */
export function countRefused({ keyKind, keyId }: ApiKeyCaller, request: Request, bytes: number): void {
  if (keyKind !== 'secret' && bytes > freeBytes) putBytes(bytesOfAddress(keyId, request), bytes)
}

/** Counts an answer that was kept for its Idempotency-Key in the same way, once it is known how large it is. */
export function countKept(caller: ApiKeyCaller, request: Request, order: Shown, bytes: number): void {
  if (caller.keyKind === 'secret' || bytes <= freeBytes) return
  putBytes(bytesKept(caller, request), bytes)
  keptLarge.add(caller, order)
}

// Usual orders have a kilobyte or two: they are told to everybody, whatever others behind the address ask for.
const freeTold = 20 * 1024
// What is told is kept nowhere: so many times as much of it.
const toldForBrought = 50
// Of a network, in place of twenty: two hundred such answers at once keep two cores busy for seconds.
const addressesTold = 5

function toldToAddress(keyId: string, request: Request): Wide[] {
  const rate = env().RATE_LIMIT_PUBLISHABLE_KB
  const address = clientAddressOf(request)
  const told = rate && { ...rate, perSecond: rate.perSecond * toldForBrought }
  return told
    ? [
        { name: `told ${keyId} ${unnamed(address)}`, rate: told },
        ...ofNetwork('told', keyId, address, told, addressesTold),
      ]
    : []
}

// Nobody is missed for what others behind their address have read; and nobody arrives on and on.
const arrivals = new Allowance({ perSecond: 1 / 30, burst: 3 })

/**
 * Counts that an order's customer is there, as whoever shows this userToken says: who guesses tokens takes nobody's. False with a
 * publishable key beyond three, and one in half a minute: then it is refused for the size of its order as anything else is.
 */
export function mayArrive(caller: ApiKeyCaller, order: Shown): boolean {
  return caller.keyKind === 'secret' || arrivals.take(nameOf(caller, order))
}

// Whoever makes large orders by the hundred arrives with all of them in turn.
const largeArrivals: Rate = { perSecond: 1 / 2, burst: 60 }

function arrivedFrom(keyId: string, request: Request): Wide[] {
  const address = clientAddressOf(request)
  return [
    { name: `arrived ${keyId} ${unnamed(address)}`, rate: largeArrivals },
    ...ofNetwork('arrived', keyId, address, largeArrivals, addressesTold),
  ]
}

/**
 * For an order that is to be read or told of with a publishable key and is known to be large: to make such an answer takes a
 * hundredth of a second. Throws too_many_requests where too much was told to the address, or to its network of IPv6; there a
 * customer who `arrives` (mayArrive) is one of sixty, and one in two seconds.
 */
export async function refuseTold(caller: ApiKeyCaller, request: Request, order: Shown, arrives = false): Promise<void> {
  if (caller.keyKind === 'secret' || !toldLarge.has(caller, order)) return
  const told = toldToAddress(caller.keyId, request)
  if (!arrives) return refuseInDebt(told)
  if (!(await isInDebt(told))) return
  const arrived = arrivedFrom(caller.keyId, request)
  await refuseInDebt(arrived)
  for (const { name, rate } of arrived) putOnTab(name, rate, 1)
}

/** Counts what was told of an order with a publishable key, by the bytes of its details beyond 20 KB. */
export function countTold(caller: ApiKeyCaller, request: Request, order: Shown, bytes: number): void {
  if (caller.keyKind === 'secret' || bytes <= freeTold) return
  for (const { name, rate } of toldToAddress(caller.keyId, request)) putOnTab(name, rate, (bytes - freeTold) / 1024)
  toldLarge.add(caller, order)
}
