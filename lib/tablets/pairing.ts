import { randomInt } from 'node:crypto'
import type * as z from 'zod'
import { refuseForeignOrigin } from '@/lib/auth/authenticate'
import { env } from '@/lib/env'
import { type ErrorCode, Refusal } from '@/lib/errors'
import { clientAddressOf } from '@/lib/http/client-address'
import { cookieOf } from '@/lib/http/own-cookie'
import { deviceNameOf } from '@/lib/http/user-agent'
import { isHeardDevice } from '@/lib/limits/devices'
import { limitPairing } from '@/lib/limits/service'
import { limitUnknown } from '@/lib/limits/unknown'
import { Patience } from '@/lib/patience'
import { digestOf, makeToken, tabletCookie } from '@/lib/tablets/credential'
import { insertPairing, type Polled, pollPairing, redeemPairing } from '@/lib/tablets/data'
import { makeDeviceCode, readDeviceCode } from '@/lib/tablets/device-code'
import { codeLength, codeLetters, codeLifeS, pollEveryS, shownCode } from '@/lib/tablets/model'
import type { PairedTablet, PairingStart, PairingTokenRequest } from '@/lib/tablets/schema'
import { acrossProjects } from '@/lib/wall'

const enteredAt = '/settings/tablets'
const mostTries = 5

function newCode(): string {
  return Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')
}

// The tablet's own address, where nothing else is set: the phone that scans it is on the same network.
function originOf(request: Request): string {
  const { BAYCALL_URL } = env()
  const [origin, host] = [request.headers.get('origin') ?? '', request.headers.get('host')]
  const isOwn = URL.canParse(origin) && new URL(origin).host === host
  return (BAYCALL_URL ?? (isOwn ? origin : `http://${host}`)).replace(/\/$/, '')
}

/**
 * A tablet asks to be admitted (RFC 8628, 3.1). Throws too_many_requests; origin_refused for a page elsewhere, which could use
 * up what a shop's network may ask for. What is no page sends no origin.
 */
export async function beginPairing(request: Request, now: Date): Promise<PairingStart> {
  if (request.headers.has('origin')) refuseForeignOrigin(request)
  await limitPairing(request)
  const address = clientAddressOf(request)
  const deviceCode = makeDeviceCode(address, now)
  const device = deviceNameOf(request.headers.get('user-agent'))
  const waiting = { deviceDigest: digestOf(deviceCode), device, address, intervalSeconds: pollEveryS }
  for (let tries = 0; tries < mostTries; tries += 1) {
    const userCode = newCode()
    if (!(await acrossProjects(() => insertPairing({ ...waiting, userCode }, now)))) continue
    const entrance = `${originOf(request)}${enteredAt}`
    const shown = shownCode(userCode)
    return {
      device_code: deviceCode,
      user_code: shown,
      verification_uri: entrance,
      verification_uri_complete: `${entrance}?code=${shown}`,
      expires_in: codeLifeS,
      interval: pollEveryS,
    }
  }
  throw new Error('No code is free')
}

type Outcome = 'authorization_pending' | 'slow_down' | 'expired_token' | 'access_denied' | 'invalid_grant'

const told: Record<Outcome, string> = {
  authorization_pending: 'Nobody has entered the code yet. Ask again after the interval.',
  slow_down: 'That was too soon. Ask again after the interval, which is longer now.',
  expired_token: 'The code has run out. Ask for a new one.',
  access_denied: 'A manager has refused this tablet. Ask for a new code if that was a mistake.',
  invalid_grant: 'This device_code is unknown, or was used already. Ask for a new one.',
}

// A client of RFC 8628 looks for the word in `error`.
const refusal = (outcome: Outcome, more: Record<string, unknown> = {}) =>
  new Refusal(outcome satisfies ErrorCode, told[outcome], { members: { error: outcome, ...more } })

// By their codes: those that ask here just now.
const asking = new Map<string, Promise<Polled | null>>()

// One at a time of a code: of more the rest would wait for its row, and others for the connections that they wait on.
async function pollOnce(deviceDigest: Buffer, now: Date): Promise<Polled | null> {
  const code = deviceDigest.toString('base64')
  const other = asking.get(code)
  if (other) {
    const found = await Patience.withShared(other)
    return found && { ...found, state: 'pending', isOver: false, isTooSoon: true }
  }
  const own = Patience.outside(() => acrossProjects(() => pollPairing(deviceDigest, now)))
  asking.set(code, own)
  return Patience.withShared(own.finally(() => asking.delete(code)))
}

// What asks too soon, or still asks when it is over, counts for its address as a code does that no tablet has; who has a code
// that may be good asks as often as a tablet does, whatever others ask there.
const isInTurn = ({ state, isOver, isTooSoon }: Polled) =>
  !isOver && (state === 'approved' || (state === 'pending' && !isTooSoon))

/**
 * A tablet asks whether it was admitted, and gets its credential the one time that it was (RFC 8628, 3.4). Throws
 * authorization_pending, slow_down (with the new interval), expired_token, access_denied, invalid_grant, origin_refused;
 * too_many_requests for who tries codes that no tablet has, or does not wait for its turn.
 */
export async function fetchCredential(
  { device_code }: z.output<typeof PairingTokenRequest>,
  request: Request,
  now: Date,
): Promise<{ tablet: PairedTablet; cookies: string[] }> {
  refuseForeignOrigin(request)
  const deviceDigest = digestOf(device_code)
  const seen: { polled?: Polled | null } = {}
  const find = async () => {
    seen.polled = await pollOnce(deviceDigest, now)
    return seen.polled && isInTurn(seen.polled) ? seen.polled : null
  }
  const device = `device ${deviceDigest.toString('base64')}`
  const { isMade, isAtHome } = readDeviceCode(device_code, clientAddressOf(request), now)
  const isHeard = isAtHome && isHeardDevice(device)
  await (isHeard ? find() : limitUnknown(device, request, find, { isMade })).catch((error) => {
    // That it is over is told all the same: to ask on would be of no use.
    if (!seen.polled?.isOver && seen.polled?.state !== 'denied') throw error
  })
  const { polled } = seen
  if (!polled) throw refusal('invalid_grant')
  if (polled.isOver) throw refusal('expired_token')
  if (polled.state === 'denied') throw refusal('access_denied')
  if (polled.state === 'pending') {
    throw polled.isTooSoon ? refusal('slow_down', { interval: polled.seconds }) : refusal('authorization_pending')
  }
  const { token, digest } = makeToken()
  const tablet = await acrossProjects(() => redeemPairing(deviceDigest, digest, now))
  if (!tablet) throw refusal('invalid_grant')
  const { projectId, destinationId, name } = tablet
  return { tablet: { projectId, destinationId, name }, cookies: [tabletCookie(token), cookieOf('acting', '', 0)] }
}
