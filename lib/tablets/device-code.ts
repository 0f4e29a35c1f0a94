import { unnamed } from '@/lib/limits/take'
import { credentialMarking, isMarked, makeMarked } from '@/lib/marked'
import { codeLifeS } from '@/lib/tablets/model'

// Servers' clocks differ a little.
const clocksDifferByS = 60

const kindOf = (seconds: string, address: string) => `device ${seconds} ${unnamed(address)}`
const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000)

/**
 * What a tablet asks with: 192 bits that nobody guesses, their mark, and before them when they were made. In the mark stands for
 * which address as well: who collects codes elsewhere has none here.
 */
export function makeDeviceCode(address: string, now: Date): string {
  const seconds = secondsOf(now).toString(36)
  return `${seconds}.${makeMarked(credentialMarking, kindOf(seconds, address))}`
}

/** `isMade`: here, as such a code for that address, at whatever time; `isFresh`: so lately that it may be good. */
export function readDeviceCode(code: string, address: string, now: Date): { isMade: boolean; isFresh: boolean } {
  const [seconds = '', marked = '', ...more] = code.split('.')
  // What is longer than one was not made: of one there would be any number.
  const isMade = more.length === 0 && isMarked(marked, credentialMarking, kindOf(seconds, address))
  const age = secondsOf(now) - Number.parseInt(seconds, 36)
  return { isMade, isFresh: isMade && age <= codeLifeS + clocksDifferByS }
}
