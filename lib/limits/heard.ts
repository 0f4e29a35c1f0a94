import type { ApiKeyCaller } from '@/lib/auth/model'
import { env } from '@/lib/env'
import { Refusal } from '@/lib/errors'
import { clientAddressOf } from '@/lib/http/client-address'
import { Allowance } from '@/lib/limits/allowance'
import { freeBytes } from '@/lib/limits/bytes'
import type { Rate } from '@/lib/limits/model'
import { unnamed } from '@/lib/limits/take'
import { ofNetwork, takeOfAll } from '@/lib/limits/wide'
import { isMarked, userTokenKind, userTokenMarking } from '@/lib/marked'

// Of each order so much is heard however much others behind the address ask for, in each process: the first in ten minutes, and of
// what follows three, and one in half a minute. Of the first ones an address has as many as it may ask for, of the others half:
// whoever makes orders to spend these leaves others' first ones. What one has no room for has the other's. Those of orders that a
// shop's own server made, as nobody else can, have shares of their own.
const keyKinds = ['secret', 'publishable'] as const
const firstOfCustomer = new Allowance({ perSecond: 1 / 600, burst: 1 })
const ofCustomer = new Allowance({ perSecond: 1 / 30, burst: 3 })

/** Whether it is the refusal of who asks for too much. */
export const isTooMany = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'too_many_requests'

const halfOf = (rate: Rate | null): Rate | null =>
  rate && { perSecond: rate.perSecond / 2, burst: Math.max(1, Math.floor(rate.burst / 2)) }

/** Throws `refusal` unless it is a customer's, by a token that was made here: whose it is, is looked at behind this. */
async function requireHeard(
  { keyId, projectId }: ApiKeyCaller,
  request: Request,
  userToken: string,
  refusal: Refusal,
): Promise<void> {
  const madeWith = keyKinds.find((keyKind) => isMarked(userToken, userTokenMarking, userTokenKind(projectId, keyKind)))
  if (!madeWith) throw refusal
  const name = unnamed(projectId, userToken)
  const address = clientAddressOf(request)
  const asked = env().RATE_LIMIT_PUBLISHABLE_KEY
  for (const { own, what, rate } of [
    { own: firstOfCustomer, what: `heard first ${madeWith}`, rate: asked },
    { own: ofCustomer, what: `heard ${madeWith}`, rate: halfOf(asked) },
  ]) {
    if (!own.take(name)) continue
    try {
      return await takeOfAll(`${what} ${keyId} ${unnamed(address)}`, rate, ofNetwork(what, keyId, address, rate))
    } catch (error) {
      // Who comes again when they were told to has said nothing yet.
      own.giveBack(name)
      if (!isTooMany(error)) throw error
    }
  }
  throw refusal
}

const spent = new WeakMap<Request, Refusal>()

const isSmall = (request: Request) => {
  const announced = Number(request.headers.get('content-length'))
  return announced > 0 && announced <= freeBytes
}

/**
 * For a request with a publishable key from where too much was asked for: a customer who tells something of their order and shows
 * its userToken is heard, since whoever floods the wifi of a shop keeps nobody from saying that they are there. Throws
 * `refusal` for everything else, but for where a small body may show it: that is still to be read (hearByBody).
 */
export async function hearByHeader(caller: ApiKeyCaller, request: Request, refusal: Refusal): Promise<void> {
  if (request.method !== 'PUT') throw refusal
  const inHeader = request.headers.get('x-user-token')
  if (inHeader) return requireHeard(caller, request, inHeader, refusal)
  if (!isSmall(request)) throw refusal
  spent.set(request, refusal)
}

/** What a request is refused with whose body is still to show whose it is, and can't. */
export const refusalOfSpent = (request: Request): Refusal | undefined => spent.get(request)

/** For a body that was read although its address had asked for too much. Throws too_many_requests where it shows no userToken. */
export async function hearByBody(caller: ApiKeyCaller, request: Request, body: unknown): Promise<void> {
  const refusal = spent.get(request)
  if (!refusal) return
  const shown = Reflect.get(Object(body), 'userToken')
  await requireHeard(caller, request, typeof shown === 'string' ? shown : '', refusal)
}
