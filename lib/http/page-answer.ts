import type { AsyncLocalStorage } from 'node:async_hooks'
import { knownRefusal, statusOf } from '@/lib/http/problem'

/** What the front makes of a page that has failed (scripts/server/page-answer.mjs). */
type PageAnswer = { refusal?: { status: number; headers: Record<string, string> } }

const held = globalThis as typeof globalThis & { baycallPage?: AsyncLocalStorage<PageAnswer> }

/** Does what a page needs; a refusal, or that the database is busy or away, is what the page is answered with, where it would be 500. */
export async function orRefusePage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const page = held.baycallPage?.getStore()
    const refusal = page && knownRefusal(error, {})
    if (refusal) page.refusal = { status: statusOf[refusal.code], headers: refusal.extras.headers ?? {} }
    throw error
  }
}
