import { randomUUID } from 'node:crypto'
import { actorOf } from '@/lib/audit/actor'
import { noteAudit } from '@/lib/audit/data'
import type { StaffCaller } from '@/lib/auth/model'
import { Refusal } from '@/lib/errors'
import { cookieOf } from '@/lib/http/own-cookie'
import { Patience } from '@/lib/patience'
import { type CountedTry, countTry, findWait, forgiveTry, type Wait } from '@/lib/pin-tries/data'
import { findPersonByPin, findPinRule, type Person, type PinRule } from '@/lib/pins/data'
import {
  leastDigits,
  type NamedByPin,
  namedForS,
  namedOn,
  secondsUntil,
  waitsAfter,
  wrongNotedEach,
} from '@/lib/pins/model'
import { type Proof, pinDigest, readProof, signProof } from '@/lib/pins/proof'
import type { Acting } from '@/lib/pins/schema'
import { inProjects } from '@/lib/wall'
import { logSeldom } from '@/lib/watch/seldom'

type OnTablet = { projectId: string; destinationId: string } & NonNullable<StaffCaller['tablet']>

type Asking = { request: Request; now: Date }

function tabletOf({ tablet, memberships }: StaffCaller): OnTablet | null {
  const [membership] = memberships
  const destinationId = membership?.destinationIds?.[0]
  if (!tablet || !membership || destinationId === undefined) return null
  return { projectId: membership.projectId, destinationId, ...tablet }
}

// A manager who makes the time shorter means those as well who are named already.
function inForce(proof: Proof, seconds: number, now: Date): Proof | null {
  const lessMs = Math.max(0, proof.seconds - seconds) * 1000
  const until = new Date(proof.until.getTime() - lessMs)
  return until > now ? { ...proof, until } : null
}

type Named = Pick<PinRule, 'isAsked' | 'seconds' | 'person'> & { proof: Proof | null }

// Who acts is who the tablet shows. A late answer to what somebody did brings their proof again after they have left, or another
// was named; where nobody can be told that they left, it stays.
function proofOf({ proof, tabletId, shown }: OnTablet, now: Date): Proof | null {
  const sent = readProof(proof, tabletId, now)
  return shown === null || shown === sent?.turn ? sent : null
}

// Who is named on a tablet, as far as the rule goes that is in force now.
async function findNamed(tablet: OnTablet, now: Date): Promise<Named> {
  const sent = proofOf(tablet, now)
  const { isAsked, seconds, person } = await findPinRule(tablet, sent)
  const proof = sent && person !== null ? inForce(sent, seconds, now) : null
  return { isAsked, seconds, proof, person: proof && person }
}

/** Who acts; `pin`: by which they are named on a tablet. */
type Actor = StaffCaller & { pin?: NamedByPin }

/** The refusal of an action by a tablet where nobody is named, or not any more. */
export const pinRequired = () =>
  new Refusal('pin_required', 'This store asks who acts: enter your PIN, then try again.')

/**
 * Who acts: a person as they are; on a tablet whoever its PIN named, "Sam · Counter 1", or the tablet where its store does
 * not ask. Throws pin_required.
 */
export async function whoActs(caller: StaffCaller, now: Date): Promise<Actor> {
  const tablet = tabletOf(caller)
  if (!tablet) return caller
  const { isAsked, proof, person } = await findNamed(tablet, now)
  if (person && proof) {
    const { personId, setAt, digits } = proof
    return {
      ...caller,
      name: namedOn(person.name, tablet.name),
      pin: { personId, setAt, hasAccount: person.hasAccount, digits },
    }
  }
  if (isAsked) throw pinRequired()
  return caller
}

/** The cookie by which whoever acted stays named, for as long as the store now says; none where nobody was. */
export async function stillNamed(caller: StaffCaller, now: Date): Promise<string[]> {
  const tablet = tabletOf(caller)
  const { proof, seconds } = tablet?.proof ? await findNamed(tablet, now) : { proof: null, seconds: 0 }
  if (!proof) return []
  const until = new Date(now.getTime() + seconds * 1000)
  return [cookieOf('acting', signProof({ ...proof, seconds, until }), seconds)]
}

/** Forgets who acts on this tablet. */
export const nobodyNamed = () => [cookieOf('acting', '', 0)]

/** Who is named on this tablet, and for how long still; nobody where a person is signed in. */
export async function findActing(caller: StaffCaller, now: Date): Promise<Acting> {
  const tablet = tabletOf(caller)
  if (!tablet) return { name: null, seconds: namedForS, turn: null }
  const { proof, person, seconds } = await findNamed(tablet, now)
  if (!person || !proof) return { name: null, seconds, turn: null }
  return { name: person.name, seconds: secondsUntil(proof.until, now), turn: proof.turn }
}

function waitRefusal({ until, isAlone }: Wait, now: Date): Refusal {
  const seconds = secondsUntil(until, now)
  const [where, orElse] = isAlone ? ['on this tablet', ', or pair it anew'] : ['on several tablets', '']
  const then = seconds > 3600 ? `in ${Math.ceil(seconds / 3600)} h${orElse}` : `in ${seconds} s`
  return new Refusal('too_many_requests', `Too many wrong PINs ${where}. Try again ${then}.`, {
    members: { interval: seconds, ...(!isAlone && { reason: 'store' }) },
    headers: {
      'retry-after': String(seconds),
      'ratelimit-limit': '5',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(seconds),
    },
  })
}

// Where wrong ones make it wait, or come slowly for a day, a manager can see that somebody guesses.
async function noteGuessing(
  caller: StaffCaller,
  tablet: OnTablet,
  tried: CountedTry,
  { request, now }: Asking,
): Promise<void> {
  const { failures: wrong, ofDay, ofStore } = tried
  const isTenth = ofDay % wrongNotedEach === 0 || ofStore % wrongNotedEach === 0
  if (!waitsAfter[Math.min(wrong, waitsAfter.length - 1)] && !isTenth) return
  const { projectId, tabletId, name, destinationId } = tablet
  const note = {
    projectId,
    actor: actorOf(caller, request),
    action: 'pin.refused' as const,
    subject: { kind: 'tablet' as const, id: tabletId, name },
    details: { destinationId, wrong, ofDay, ofStore },
  }
  await noteAudit(note, now)
}

// A request that has waited for its answer for as long as it may has no patience left for this, and a crowd may keep it waiting
// for longer than the request waits for it.
const longestForgiveMs = 10_000
const forgiveMs = 500

// Beside the request, which waits a moment for it: what is answered with 503 is no wrong PIN, nor is a right one.
async function forgive({ projectId, tabletId }: OnTablet, counted: CountedTry): Promise<void> {
  const once = () => inProjects([projectId], () => forgiveTry(projectId, tabletId, counted))
  const forgiven = Patience.beside(longestForgiveMs, once).catch((err) => {
    logSeldom('warn', 'PIN not forgiven', '', () => ({ err }))
  })
  await Patience.withShared(forgiven, undefined, forgiveMs).catch(() => undefined)
}

async function lookAt(tablet: OnTablet, pin: string, counted: CountedTry): Promise<Person | null> {
  try {
    return await findPersonByPin(tablet, pinDigest(tablet.projectId, pin))
  } catch (error) {
    // Nobody learns whose it is: it counts for nothing, unless the database is away for that too.
    await forgive(tablet, counted)
    throw error
  }
}

/**
 * A PIN is entered on a tablet: who it names, and the cookie that proves it. Throws right_missing where no tablet asks,
 * pin_wrong, also where it has too few digits for what its person has become (`reason`: short), too_many_requests while the
 * tablet has to wait, alone or with others: then the right one is not taken either.
 */
export async function enterPin(
  caller: StaffCaller,
  pin: string,
  { request, now }: Asking,
): Promise<{ acting: Acting; cookies: string[] }> {
  const tablet = tabletOf(caller)
  if (!tablet) throw new Refusal('right_missing', 'A PIN is entered on a paired tablet: you are signed in yourself.')
  const { projectId, tabletId } = tablet
  const counted = await countTry(projectId, tabletId, now)
  if (!counted) throw waitRefusal(await findWait(projectId, tabletId, now), now)
  const person = await lookAt(tablet, pin, counted)
  const isLong = person && pin.length >= leastDigits(person.role)
  if (!isLong) {
    await noteGuessing(caller, tablet, counted, { request, now })
    if (!person) throw new Refusal('pin_wrong', 'This is nobody’s PIN in this store. Try again.')
    const detail = `The PIN of an owner or a manager has ${leastDigits(person.role)} digits. Set yours anew in your account.`
    throw new Refusal('pin_wrong', detail, { members: { reason: 'short' } })
  }
  await forgive(tablet, counted)
  const { seconds } = await findPinRule(tablet, null)
  const until = new Date(now.getTime() + seconds * 1000)
  const turn = randomUUID()
  const { personId, setAt } = person
  const proof = signProof({ tabletId, personId, setAt, digits: pin.length, seconds, until, turn })
  return { acting: { name: person.name, seconds, turn }, cookies: [cookieOf('acting', proof, seconds)] }
}
