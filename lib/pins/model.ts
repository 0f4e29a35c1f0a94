/**
 * A PIN names who acts on a shared tablet: 4 to 6 digits, one person's in a project. Somebody who acted stays named for a
 * while, so that a rush of customers needs it once.
 */
export const pinLength = [4, 6] as const

/** How many digits somebody's PIN has at least: all, where their account may do more than act. `role`: null without an account. */
export function leastDigits(role: string | null): number {
  const [shortest, longest] = pinLength
  return role === null || role === 'staff' ? shortest : longest
}

/** In which a tablet says whom it shows as the one who acts, by their turn; and what it says where it shows nobody. */
export const actingHeader = 'x-acting'
export const nobodyActs = 'nobody'

/** For how long somebody stays named after their last action, in seconds, unless a manager has set it. */
export const namedForS = 60
export const namedRange = [15, 900] as const

/** How long a tablet waits after so many wrong PINs, in seconds: the first is of none, the last of more as well. */
export const waitsAfter = [0, 0, 0, 0, 0, 30, 60, 120, 240, 480] as const

/** Wrong PINs are forgotten one by one, each after so long, and by nothing else: no more than ten an hour go on for ever. */
export const forgottenEachS = 360

/** So many wrong PINs a tablet takes in a day, which begins with the first of them; then none until it is over. */
export const wrongADay = 120
export const wrongDayS = 24 * 60 * 60
/**
 * So few the tablets of a store take together, each in a day of its own, and so many more for each that hangs there longer, of
 * which so many count: a manager may pair as many as they like, and pair them anew. One that somebody guesses on leaves the
 * others enough.
 */
export const wrongADayInStore = { few: 600, eachOld: 60, mostOld: 20 }
/**
 * Of those on tablets that were paired in the last days so many are a store's own, as many as a busy one mistypes. What is more
 * counts for all stores together, so few and so many for each store that somebody has named: what somebody guesses on
 * who manages many stores ends, and the tablets of other stores go on, as do those that hang there longer.
 */
export const wrongADayOnNew = { ownOfStore: 100, few: 1_000, eachStore: 50, newForS: 30 * 24 * 60 * 60 }
/** The record tells of each so many-th of a tablet and of a store, however slowly they came. */
export const wrongNotedEach = 10

export const longestPersonName = 60

/** So many people a list holds; where there are more, the others are found by their name or id. */
export const mostListedPeople = 200

/** Of a project, of those who have a PIN and no account. */
export const mostPinPeople = 2_000

/** So many stores may decide about PINs by themselves: all of them are listed. More do as the project has it for all. */
export const mostDeciding = 1_000

/** True for digits that a stranger tries first: all alike, or one after another. */
export function isObvious(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]))
  const [first] = steps
  return steps.every((step) => step === first) && (first === 0 || first === 1 || first === -1)
}

/** The PIN that has named somebody: whose, of which time, and of how many digits. */
export type NamedByPin = { personId: string; setAt: Date; hasAccount: boolean; digits: number }

/** "Sam · Counter 1": who acted and where, in any language. */
export function namedOn(person: string, tablet: string): string {
  return `${person} · ${tablet}`
}

/** Whole seconds from now to a time, at least 1. */
export function secondsUntil(time: Date, now: Date): number {
  return Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000))
}
