import { Turns } from '@/lib/turns/turns'

// Next evaluates a module once per bundle: all of a process stand in one row.
const held = globalThis as typeof globalThis & { baycallStrangers?: Turns }

/**
 * What is asked of the database before it is known who somebody is takes some statements: of a crowd a few at a time, one of each
 * network behind the other, or of each account whose cookie is shown.
 */
export function strangersInTurn(): Turns {
  held.baycallStrangers ??= new Turns({ atOnce: 8, mostWaiting: 500, what: 'people sign in' })
  return held.baycallStrangers
}
