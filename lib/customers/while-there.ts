import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '@/lib/errors'

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallCustomerReaders?: AsyncLocalStorage<AbortSignal> }
held.baycallCustomerReaders ??= new AsyncLocalStorage()
const readers = held.baycallCustomerReaders

/** Reads for somebody who alone has use for it, and for no longer than they are there: `signal` says that they have gone. */
export const whileThere = <Done>(signal: AbortSignal, read: () => Promise<Done>): Promise<Done> =>
  readers.run(signal, read)

/** Whether whoever it is read for has gone. What is emptied is emptied for nobody, and goes on. */
export const isReaderGone = (): boolean => readers.getStore()?.aborted === true

/** Before each page: throws too_many_requests, which nobody hears, where the reader has gone. */
export function stopIfGone(): void {
  if (isReaderGone()) throw new Refusal('too_many_requests', 'Whoever asked for this has gone. Send it again.')
}
