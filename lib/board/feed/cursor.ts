import { sealAsText, unsealText } from '@/lib/sealed'

type StoreKey = { projectId: string; destinationId: string }

/** Of a store without news, and of whoever wants to be told all of it. */
const beginning = '0'

const sealingOf = ({ projectId, destinationId }: StoreKey) => ({
  purpose: 'board-cursor',
  bound: JSON.stringify([projectId, destinationId]),
})

/**
 * A sequence as a store's boards have it. One counter gives all projects their numbers, so that they would tell how much happens
 * elsewhere: here it cannot be read. The same for the same, so that a board where nothing happens stays the very board.
 */
export function cursorOf(store: StoreKey, sequence: bigint): string {
  if (sequence === 0n) return beginning
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(sequence)
  return sealAsText(bytes, sealingOf(store))
}

/** The sequence in a cursor of this store; null for what is none, such as another store's, or one of an older release. */
export function sequenceOf(store: StoreKey, cursor: string): bigint | null {
  if (cursor === beginning) return 0n
  return unsealText(cursor, sealingOf(store))?.readBigInt64BE() ?? null
}
