import { leastDigits } from '@/lib/customers/model'
import { mostBetween, otherDigitsIn } from '@/lib/customers/telling/other-digits'

/** A phone's number within its country, and that country's code where it is known. */
export type Phone = { country: string | null; national: string }

// Country codes of one and two digits (E.164); all others have three.
const shortCodes = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/
const longestNational = 12

// What is dialled before a mobile's number from abroad alone, and by some never: Mexico's 1, Argentina's 9.
const ofMobiles: Record<string, RegExp> = { 52: /^1(?=\d{10}$)/, 54: /^9(?=\d{10}$)/ }

function abroad(digits: string): Phone {
  const country = shortCodes.exec(digits)?.[0] ?? digits.slice(0, 3)
  const national = digits.slice(country.length).replace(/^0+/, '')
  return { country, national: national.replace(ofMobiles[country] ?? '', '') }
}

const inCountry = (digits: string) => digits.replace(/^0+/, '')

// Where what people dial before a number of their own country is not 0 (ITU-T, E.164 national prefixes): Russia and Kazakhstan,
// Belarus, Lithuania, Hungary.
const dialled: [prefixed: RegExp, country: string][] = [
  [/^8(?=[1-9]\d{9}$)/, '7'],
  [/^80(?=\d{9}$)/, '375'],
  [/^8(?=[1-9]\d{7}$)/, '370'],
  [/^06(?=\d{8,9}$)/, '36'],
]

const dialledIn = (digits: string): Phone[] =>
  dialled.flatMap(([prefix, country]) =>
    prefix.test(digits) ? [{ country, national: digits.replace(prefix, '') }] : [],
  )

// A number without + or 00 is one within its country; a long one may be the whole of it all the same. What is usual stands
// last: the record knows a number by it (whose/askers.ts).
function read(digits: string, hasPlus: boolean): Phone[] {
  if (hasPlus) return [abroad(digits)]
  if (digits.startsWith('00')) return [abroad(digits.slice(2))]
  const within = [...dialledIn(digits), { country: null, national: inCountry(digits) }]
  return digits.startsWith('0') || digits.length < 11 ? within : [...within, abroad(digits)]
}

const isPhone = ({ national }: Phone) => national.length >= leastDigits && national.length <= longestNational + 3

const isSame = (one: Phone, other: Phone) =>
  one.national === other.national && (one.country === other.country || one.country === null || other.country === null)

/**
 * A phone that is looked for: all it may be read as, the last digits of each, and whether it says itself where it begins.
 */
export type Wanted = { phones: Phone[]; tail: string; hasBeginning: boolean }

// What has no more digits may be a number without its area's code; with fewer than those, a part of any.
const longestLocal = 8
const leastOfWhole = 8

// No country's code begins with 0.
const plus = /\+[^\p{L}\p{N}+]{0,3}$/u
const isPlus = (before: string, digits: string) => plus.test(before) && !digits.startsWith('0')

/** What a searched text (needle.ts) asks for; null: it is too short or too long to be a phone. */
export function wantedIn(plain: string): Wanted | null {
  const digits = plain.replace(/\D/g, '')
  const hasPlus = isPlus(/^\D*/.exec(plain)?.[0] ?? '', digits)
  const phones = read(digits, hasPlus).filter(isPhone)
  const [first] = phones
  if (!first) return null
  const hasBeginning = hasPlus || digits.startsWith('0') || digits.length > longestLocal
  return { phones, tail: first.national.slice(-leastDigits), hasBeginning }
}

/**
 * Digits that nothing parts. `isOther`: of a day, an hour or a place on earth. Whether a + stands before them, and is theirs for sure (of "2 + 171 …" it is not); whether they
 * are the minutes of a clock's time, and whether they are parted from those before as people part a number.
 */
type Group = {
  digits: string
  hasPlus: boolean
  isPlusSure: boolean
  isTime: boolean
  isUsual: boolean
  isOther: boolean
}

// Numbers as people write them, in the middle of a sentence as well; and as others do, which may run into what stands beside.
const usualBetween = `[\\s().\\u2010-\\u2015/\\u00a0-]{1,${mostBetween}}`
const usualRow = new RegExp(`\\d+(?:${usualBetween}\\d+)*`, 'g')
const rows = [usualRow, new RegExp(`\\d+(?:[^\\p{L}\\p{N}+]{1,${mostBetween}}\\d+)*`, 'gu')]
const isUsual = new RegExp(`\\d${usualBetween}$`)

type Row = RegExpMatchArray & { index: number }

function groupsOf(plain: string, { index: start, 0: row }: Row, others: Set<number>): Group[] {
  return Array.from(row.matchAll(/\d+/g), ({ 0: digits, index }) => {
    const before = plain.slice(Math.max(0, start + index - mostBetween - 1), start + index)
    const hasPlus = index === 0 && isPlus(before, digits)
    return {
      digits,
      hasPlus,
      isPlusSure: /\+\(?$/.test(before),
      isTime: /\d:$/.test(before),
      isUsual: isUsual.test(before),
      isOther: others.has(start + index),
    }
  })
}

// With 00, a country, its own 0, and what a number may have at most.
const mostDigits = 22
// E.164.
const longestAbroad = 15

/** All that some digits may be read as that begin with a group. */
const readingsOf = ({ hasPlus, isPlusSure }: Group, digits: string) =>
  hasPlus && !isPlusSure ? [...read(digits, true), ...read(digits, false)] : read(digits, hasPlus)

const isAbroad = ({ digits, isTime }: Group) => /^00[1-9]/.test(digits) && !isTime

/** Some neighbouring groups in a row, read as a phone. `isAlone`: no letter stands in the text. */
type Place = { groups: Group[]; from: number; digits: string; phone: Phone; isAlone: boolean }

/** Whether they are but the end of a longer number: behind a country's code, or, so few digits, behind an area's. */
function endsLonger({ groups, from, digits, phone, isAlone }: Place, wanted: Wanted): boolean {
  const isLocal = digits.length <= longestLocal
  if (from > 0 && isLocal && !wanted.hasBeginning) return true
  let whole = digits
  for (let at = from - 1; at >= 0; at--) {
    const group = groups[at]
    whole = `${group?.digits}${whole}`
    if (!group || whole.length > longestAbroad + 2) return false
    if (isAbroad(group)) return true
    if (at > 0) continue
    if (group.hasPlus) return whole.length <= longestAbroad
    if (group.isTime) return false
    if (isLocal && group.digits.startsWith('0')) return inCountry(whole).length <= longestNational
    // Who writes a country without + writes nothing beside it, and its own 0 by itself: (0).
    if (!isAlone || (digits.startsWith('0') && groups[from]?.digits !== '0')) return false
    const other = abroad(whole)
    return (
      other.country === group.digits &&
      other.national === phone.national &&
      !wanted.phones.some((one) => isSame(one, other))
    )
  }
  return false
}

/** Whether they are but the beginning of one. No number begins with another one's whole: that is asked of few digits alone. */
function beginsLonger(groups: Group[], to: number, { national }: Phone): boolean {
  if (national.length >= leastOfWhole) return false
  let length = national.length
  for (let at = to + 1; at < groups.length && length <= longestNational; at++) {
    if (length > longestLocal) return true
    length += groups[at]?.digits.length ?? 0
  }
  return length > longestLocal && length <= longestNational
}

/**
 * Whether a phone stands in a row of digits: as any neighbours in it, but as no part of another number. `isUsualRow`: those
 * that are parted as usual; in any other row those alone that are not.
 */
function standsAmong(groups: Group[], wanted: Wanted, isAlone: boolean, isUsualRow: boolean): boolean {
  return groups.some((first, from) => {
    let digits = ''
    let isLookedFor = isUsualRow
    for (let to = from; to < groups.length; to++) {
      if (groups[to]?.isOther && !first.isPlusSure) return false
      digits += groups[to]?.digits
      if (digits.length > mostDigits) return false
      isLookedFor ||= to > from && groups[to]?.isUsual === false
      if (!isLookedFor || !digits.endsWith(wanted.tail)) continue
      const phone = readingsOf(first, digits).find((one) => wanted.phones.some((other) => isSame(one, other)))
      if (!phone || beginsLonger(groups, to, phone)) continue
      if (isAbroad(first) || !endsLonger({ groups, from, digits, phone, isAlone }, wanted)) return true
    }
    return false
  })
}

/** Whether a phone stands in a searched text, also beside other digits. `as`: the text is told as one, or as a day. */
export function standsIn(plain: string, wanted: Wanted, as: 'phone' | 'day' | 'none'): boolean {
  const isAlone = !/\p{L}/u.test(plain)
  const others = as === 'phone' ? new Set<number>() : otherDigitsIn(plain, as === 'day')
  return rows.some((row) => {
    for (const found of plain.matchAll(row))
      if (standsAmong(groupsOf(plain, found, others), wanted, isAlone, row === usualRow)) return true
    return false
  })
}
