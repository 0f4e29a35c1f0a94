import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Refusal } from '@/lib/errors'
import { knownRefusal, statusOf } from '@/lib/http/problem'
import type { PagePlace } from '@/lib/turns/page-place'
import { currentShare } from '@/lib/wall'

/** What the front makes of a page that has failed (scripts/server/page-answer.mjs). */
type PageAnswer = {
  refusal?: { status: number; headers: Record<string, string> }
  /** What it was refused by, which the log has been told of. */
  refusedBy?: unknown
  place?: PagePlace
  /** How many of its readings are underway. */
  readings?: number
}

const held = globalThis as typeof globalThis & { baycallPage?: AsyncLocalStorage<PageAnswer> }

// Whatever waited for its turn has given the page's own place to another.
async function reading<T>(page: PageAnswer, work: () => Promise<T>): Promise<T> {
  page.readings = (page.readings ?? 0) + 1
  try {
    return await work()
  } finally {
    page.readings -= 1
    if (page.readings === 0) await page.place?.comeBack(currentShare())
  }
}

// A browser on a wall has nobody who would ask again. Not all of them in the same moment.
function headersOf({ extras: { headers = {} } }: Refusal): Record<string, string> {
  const seconds = headers['retry-after']
  return { ...headers, ...(seconds && { refresh: `${Number(seconds) + Math.floor(Math.random() * 6)}` }) }
}

/** Does what a page needs; a refusal, or that the database is busy or away, is what the page is answered with, where it would be 500. */
export async function orRefusePage<T>(work: () => Promise<T>): Promise<T> {
  const page = held.baycallPage?.getStore()
  try {
    return page ? await reading(page, work) : await work()
  } catch (error) {
    const refusal = page && knownRefusal(error, {})
    if (refusal) page.refusal = { status: statusOf[refusal.code], headers: headersOf(refusal) }
    if (refusal) page.refusedBy = error
    throw error
  }
}
