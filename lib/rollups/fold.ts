import type { Portions } from '@/lib/portions'

/**
 * Folds portion by portion until one is not full: whether there was any. Portions get smaller where they take too long, so
 * that what is slow to add keeps nobody's waiting for good, and larger again with each that is done. `foldSome` adds so many
 * at most, and answers how many there were.
 */
export async function foldWaiting(portions: Portions, foldSome: (most: number) => Promise<number>): Promise<boolean> {
  for (let found = false; ; ) {
    const { folded, isFull } = await portions.next(async (most) => {
      const folded = await foldSome(most)
      return { folded, isFull: folded >= most }
    })
    found ||= folded > 0
    // A full one has another behind it.
    if (!isFull) return found
    portions.grow()
  }
}
