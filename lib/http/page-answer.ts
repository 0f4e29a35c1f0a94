import type { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '@/lib/errors'
import { statusOf } from '@/lib/http/problem'

/** What the front makes of a page that has failed (scripts/server/page-answer.mjs). */
type PageAnswer = { refusal?: { status: number; headers: Record<string, string> } }

const held = globalThis as typeof globalThis & { baycallPage?: AsyncLocalStorage<PageAnswer> }

/** Does what a page needs; a refusal is what the page is answered with, where it would be 500. */
export async function orRefusePage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const page = held.baycallPage?.getStore()
    if (page && error instanceof Refusal) {
      page.refusal = { status: statusOf[error.code], headers: error.extras.headers ?? {} }
    }
    throw error
  }
}
