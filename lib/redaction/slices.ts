import { Portions } from '@/lib/portions'

/** So many lines of a timeline are emptied by one statement: an order has a handful, and may have been told thousands. */
export const mostLines = 100

/**
 * Goes through a timeline some lines at a time, fewer where they take too long. `work` does the next ones behind a sequence
 * and answers up to where it has come, or null for through.
 */
export async function bySlices(
  from: string,
  work: (until: string, lines: number) => Promise<string | null>,
): Promise<void> {
  const portions = new Portions(mostLines)
  for (let until: string | null = from; until !== null; ) {
    const behind: string = until
    until = await portions.next((lines) => work(behind, lines))
  }
}
