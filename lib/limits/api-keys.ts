import type { ApiKeyCaller } from '@/lib/auth/model'
import { env } from '@/lib/env'
import { Refusal } from '@/lib/errors'
import { clientAddressOf, widerNetworkOf } from '@/lib/http/client-address'
import { Allowance } from '@/lib/limits/allowance'
import type { Rate } from '@/lib/limits/model'
import { putOnTab, secondsInDebt } from '@/lib/limits/tabs'
import { networkShare, take, tooMany, unnamed, widened } from '@/lib/limits/take'
import { isMarked, userTokenKind, userTokenMarking } from '@/lib/marked'

/** A bucket that is paid afterwards. */
type Wide = { name: string; rate: Rate }

/** The bucket of the network that an IPv6 address is of, as much as twenty addresses, or so many; of IPv4 there is none. */
export function ofNetwork(
  what: string,
  keyId: string,
  address: string,
  rate: Rate | null,
  addresses = networkShare,
): Wide[] {
  const network = widerNetworkOf(address)
  const wide = network === address ? null : widened(rate, addresses)
  return wide ? [{ name: `${what} network ${keyId} ${unnamed(network)}`, rate: wide }] : []
}

/** Throws too_many_requests where one of them has less than this process owes it. */
export async function refuseInDebt(buckets: Wide[]): Promise<void> {
  for (const { name, rate } of buckets) {
    const seconds = await secondsInDebt(name, rate)
    if (seconds > 0) throw tooMany(rate, seconds)
  }
}

async function isInDebt(buckets: Wide[]): Promise<boolean> {
  for (const { name, rate } of buckets) if ((await secondsInDebt(name, rate)) > 0) return true
  return false
}

/** Of the address first, which answers whoever asks for too much; what it refuses is nobody else's to pay. */
async function takeOfAll(name: string, rate: Rate | null, buckets: Wide[], request?: Request): Promise<void> {
  await refuseInDebt(buckets)
  await take(name, rate, request)
  for (const wide of buckets) putOnTab(wide.name, wide.rate, 1)
}

// Of each order so much is heard however much others behind the address ask for, in each process: the first in ten minutes, and of
// what follows three, and one in half a minute. Of the first ones an address has as many as it may ask for, of the others half:
// whoever makes orders to spend these leaves others' first ones.
const firstOfCustomer = new Allowance({ perSecond: 1 / 600, burst: 1 })
const ofCustomer = new Allowance({ perSecond: 1 / 30, burst: 3 })

const isTooMany = (error: unknown): error is Refusal => error instanceof Refusal && error.code === 'too_many_requests'

const halfOf = (rate: Rate | null): Rate | null =>
  rate && { perSecond: rate.perSecond / 2, burst: Math.max(1, Math.floor(rate.burst / 2)) }

/** Throws `refusal` unless it is a customer's, by a token that was made here: whose it is, is looked at behind this. */
async function requireHeard(
  { keyId, projectId }: ApiKeyCaller,
  request: Request,
  userToken: string,
  refusal: Refusal,
): Promise<void> {
  const isMade = isMarked(userToken, userTokenMarking, userTokenKind(projectId))
  const name = unnamed(projectId, userToken)
  const isFirst = isMade && firstOfCustomer.take(name)
  if (!isFirst && !(isMade && ofCustomer.take(name))) throw refusal
  const asked = env().RATE_LIMIT_PUBLISHABLE_KEY
  const [what, rate] = isFirst ? ['heard first', asked] : ['heard', halfOf(asked)]
  const address = clientAddressOf(request)
  const taken = takeOfAll(`${what} ${keyId} ${unnamed(address)}`, rate, ofNetwork(what, keyId, address, rate))
  await taken.catch((error) => {
    throw isTooMany(error) ? refusal : error
  })
}

const spent = new WeakMap<Request, Refusal>()

const isSmall = (request: Request) => {
  const announced = Number(request.headers.get('content-length'))
  return announced > 0 && announced <= freeBytes
}

/**
 * Counts a request of an API key: a secret one as a whole, since it may serve a chain of stores; a publishable one for
 * each address, since it is in everybody's phone, and of IPv6 for the network that one subscriber may have. But a customer who
 * tells something of their order and shows its userToken is heard all the same (requireHeard): whoever floods the wifi of a shop
 * keeps nobody from saying that they are there. Where a small body may show it, that is still to be read (requireCustomers). Throws too_many_requests.
 */
export async function limitApiKey(caller: ApiKeyCaller, request: Request): Promise<void> {
  const { keyKind, keyId } = caller
  if (keyKind === 'secret') return take(`key ${keyId}`, env().RATE_LIMIT_SECRET_KEY, request)
  const rate = env().RATE_LIMIT_PUBLISHABLE_KEY
  const address = clientAddressOf(request)
  const wide = ofNetwork('key', keyId, address, rate)
  try {
    await takeOfAll(`key ${keyId} ${unnamed(address)}`, rate, wide, request)
  } catch (error) {
    if (!isTooMany(error) || request.method !== 'PUT') throw error
    const inHeader = request.headers.get('x-user-token')
    if (inHeader) return requireHeard(caller, request, inHeader, error)
    if (!isSmall(request)) throw error
    spent.set(request, error)
  }
}

/** What a request is refused with whose body is still to show whose it is, and can't. */
export const refusalOfSpent = (request: Request): Refusal | undefined => spent.get(request)

/** For a body that was read although its address had asked for too much. Throws too_many_requests where it shows no userToken. */
export async function requireCustomers(caller: ApiKeyCaller, request: Request, body: unknown): Promise<void> {
  const refusal = spent.get(request)
  if (!refusal) return
  const shown = Reflect.get(Object(body), 'userToken')
  await requireHeard(caller, request, typeof shown === 'string' ? shown : '', refusal)
}

/**
 * For a body that is announced, or has come: who has no bytes left is refused before it is held, and before it is looked
 * through, which is most of the work. Throws too_many_requests.
 */
export async function refuseLong(caller: ApiKeyCaller, request: Request, bytes: number): Promise<void> {
  if (caller.keyKind !== 'secret' && bytes > freeBytes) await refuseInDebt(bytesOfAddress(caller.keyId, request))
}

/**
 * Counts an order that is about to be made with a publishable key, for each address (a phone makes one now and then), of IPv6
 * for its network, and for the project from all addresses together. Throws too_many_requests.
 */
export async function limitNewOrders({ keyKind, keyId, projectId }: ApiKeyCaller, request: Request): Promise<void> {
  if (keyKind === 'secret') return
  const { RATE_LIMIT_NEW_ORDERS: rate, RATE_LIMIT_PROJECT_ORDERS: ofProject } = env()
  const address = clientAddressOf(request)
  const all = ofProject ? [{ name: `orders project ${projectId}`, rate: ofProject }] : []
  const wide = [...ofNetwork('orders', keyId, address, rate), ...all]
  await takeOfAll(`orders ${keyId} ${unnamed(address)}`, rate, wide)
}

// What an arrival tells has some hundred bytes as well, and a few kilobytes where an app sends all that it knows.
const mostAtArrival = 8 * 1024

// What an app tells of its customer is some hundred bytes, and is never refused for what others behind the address send.
const freeBytes = 2 * 1024

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
