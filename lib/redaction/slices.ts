import { tookTooLong } from '@/lib/failed-statement'

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
  let lines = mostLines
  for (let until: string | null = from; until !== null; ) {
    try {
      until = await work(until, lines)
    } catch (error) {
      if (!tookTooLong(error) || lines === 1) throw error
      lines = Math.ceil(lines / 10)
    }
  }
}
