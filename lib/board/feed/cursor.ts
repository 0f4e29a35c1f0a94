import type { Position } from '@/lib/board/model'
import { sealAsText, unsealText } from '@/lib/sealed'

type StoreKey = { projectId: string; destinationId: string }

/** Of a store without news, and of whoever wants to be told all of it. */
export const beginning: Position = { history: null, sequence: 0n }
const beginningText = '0'
const bytesOfNumber = 8

const sealingOf = ({ projectId, destinationId }: StoreKey) => ({
  purpose: 'board-position',
  bound: JSON.stringify([projectId, destinationId]),
})

/**
 * A position as a store's boards have it. One counter gives all projects their numbers, so that they would tell how much happens
 * elsewhere: here it cannot be read. The same for the same, so that a board where nothing happens stays the very board.
 */
export function cursorOf(store: StoreKey, { history, sequence }: Position): string {
  if (history === null || sequence === 0n) return beginningText
  const bytes = Buffer.alloc(2 * bytesOfNumber)
  bytes.writeBigInt64BE(history)
  bytes.writeBigInt64BE(sequence, bytesOfNumber)
  return sealAsText(bytes, sealingOf(store))
}

/** The position in a cursor of this store; null for what is none, such as another store's, or one of an older release. */
export function positionOf(store: StoreKey, cursor: string): Position | null {
  if (cursor === beginningText) return beginning
  const bytes = unsealText(cursor, sealingOf(store))
  if (bytes?.length !== 2 * bytesOfNumber) return null
  return { history: bytes.readBigInt64BE(), sequence: bytes.readBigInt64BE(bytesOfNumber) }
}
