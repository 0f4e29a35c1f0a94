import { unnamed } from '@/lib/limits/take'
import { credentialMarking, isMarked, makeMarked } from '@/lib/marked'
import { codeLifeS } from '@/lib/tablets/model'

// Servers' clocks differ a little.
const clocksDifferByS = 60

const kindOf = (seconds: string, place: string) => `device ${seconds} ${place}`
const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000)

/**
 * What a tablet asks with: when it was made, for which address (which only the server tells from it), and 192 bits that nobody
 * guesses, with the mark of all of it.
 */
export function makeDeviceCode(address: string, now: Date): string {
  const [seconds, place] = [secondsOf(now).toString(36), unnamed(address)]
  return `${seconds}.${place}.${makeMarked(credentialMarking, kindOf(seconds, place))}`
}

/**
 * `isMade`: here, as such a code, at whatever time, for whatever address; `isAtHome`: for that address as well, and so lately that
 * it may be good. Who collects codes elsewhere has none at home.
 */
export function readDeviceCode(code: string, address: string, now: Date): { isMade: boolean; isAtHome: boolean } {
  const [seconds = '', place = '', marked = '', ...more] = code.split('.')
  // What is longer than one was not made: of one there would be any number.
  const isMade = more.length === 0 && isMarked(marked, credentialMarking, kindOf(seconds, place))
  const age = secondsOf(now) - Number.parseInt(seconds, 36)
  return { isMade, isAtHome: isMade && place === unnamed(address) && age <= codeLifeS + clocksDifferByS }
}
