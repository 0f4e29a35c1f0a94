import type { Membership } from '@/lib/auth/model'
import { env } from '@/lib/env'
import { returnToken, takeTokens } from '@/lib/limits/data'
import { type Rate, rateADay, retryAfterSecondsOf } from '@/lib/limits/model'
import { tooMany, unnamed } from '@/lib/limits/take'
import { circleOf } from '@/lib/people/model'

/** Who asks, as what they are in a project of so many people. */
export type Member = Membership & { userId: string; people: number }

type Bucket = { name: string; rate: Rate }

async function giveBack(buckets: Bucket[]): Promise<void> {
  for (const { name, rate } of buckets) await returnToken(name, rate)
}

/** Takes one of each, or of none: then the bucket that has none left. Of several at once no more pass than there are. */
async function takeAll(buckets: Bucket[]): Promise<(Bucket & { tokens: number }) | null> {
  const taken: Bucket[] = []
  for (const bucket of buckets) {
    const { granted, tokens } = await takeTokens(bucket.name, 1, bucket.rate)
    if (granted === 0) {
      await giveBack(taken)
      return { ...bucket, tokens }
    }
    taken.push(bucket)
  }
  return null
}

/** How much people of several stores do in a day: so much, and more for each person of their project. */
type Wide = { few: number; each: number }

const ofStore = rateADay(300)
const ownOfStore = rateADay(20)

// Who may invite others has as many accounts to ask with as they like: what each may is also their store's, whose first twenty are
// its own, and what is more is of all stores together. So a store's first ones are kept from nobody but by its own people.
async function takeShared(what: string, { few, each }: Wide, own: Bucket[], member: Member): Promise<void> {
  const { projectId, people } = member
  const { kind, store } = circleOf(member)
  const named = (of: string, rate: Rate) => ({ name: `day ${what} ${of} ${unnamed(projectId, store)}`, rate })
  const firsts = kind === 'store' ? [named('of store', ownOfStore)] : []
  const isFirst = firsts.length > 0 && (await takeAll(firsts)) === null
  const inStore = kind === 'store' ? [named('store', ofStore)] : []
  const wide = { name: `day ${what} wide ${unnamed(projectId, kind)}`, rate: rateADay(few + each * people) }
  const spent = await takeAll([...own, ...inStore, ...(isFirst ? [] : [wide])])
  if (!spent) return
  if (isFirst) await giveBack(firsts)
  throw tooMany(spent.rate, retryAfterSecondsOf(spent.rate, spent.tokens))
}

// Whoever sets a PIN learns whether somebody has it. One's own is changed now and then; a manager hands out those of a shift.
const pinsADay = { own: 9, others: 200 }

/** Counts a PIN that somebody is about to set, for a day, for them and for those who are what they are. Throws too_many_requests. */
export async function limitPinSetting(whose: keyof typeof pinsADay, member: Member): Promise<void> {
  if (!env().RATE_LIMIT_SIGN_IN) return
  const own = { name: `day pin ${whose} ${unnamed(member.userId)}`, rate: rateADay(pinsADay[whose]) }
  // A chain that begins sets those of all its people, some a second time.
  await takeShared('pins', { few: 400, each: 2 }, [own], member)
}

// Whoever takes a chain's people on sends many at once, and nobody sends one a minute all day.
const links: Rate = { perSecond: 1 / 60, burst: 60 }
// Somebody may not find the first ones.
const toMailbox: Rate = { perSecond: 1 / 600, burst: 5 }
// Most mail servers put what is for sam+1@ and sam+2@ into one.
const mailboxOf = (address: string) => address.toLowerCase().replace(/(?<=[^@])\+[^@]*@/, '@')

/**
 * Counts a link that somebody sends to another person, likewise, and where it is mailed (else null) to whom those send it who
 * count with them. Throws too_many_requests.
 */
export async function limitLinks(member: Member, mailedTo: string | null): Promise<void> {
  if (!env().RATE_LIMIT_SIGN_IN) return
  const own = [{ name: `links ${unnamed(member.userId)}`, rate: links }]
  const { kind, store } = circleOf(member)
  const to = mailedTo === null ? [] : [unnamed(member.projectId, mailboxOf(mailedTo), kind, store)]
  own.push(...to.map((name) => ({ name: `links to ${name}`, rate: toMailbox })))
  await takeShared('links', { few: 1_500, each: 2 }, own, member)
}
