import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a page has to say of its answer: Next knows no refusal but 401, 403 and 404, and of any other error it makes a 500.
 * @typedef {import('../../lib/turns/page-place').PagePlace} PagePlace
 * @typedef {{ refusal?: { status: number, headers: Record<string, string> }, place?: PagePlace }} PageAnswer
 */

const held = /** @type {typeof globalThis & { baycallPage?: AsyncLocalStorage<PageAnswer> }} */ (globalThis)
// Pages are another bundle: they find it there (lib/http/page-answer.ts).
held.baycallPage ??= new AsyncLocalStorage()
const pages = held.baycallPage

/**
 * Runs what answers with a page; where the page has failed by a refusal, its status and headers take the place of 500.
 * `place`: the one that it is made at.
 * @template T
 * @param {import('node:http').ServerResponse} response
 * @param {() => T} work
 * @param {PagePlace} [place]
 */
export function answerPage(response, work, place) {
  /** @type {PageAnswer} */
  const page = place ? { place } : {}
  const writeHead = /** @type {(...given: unknown[]) => typeof response} */ (response.writeHead.bind(response))
  response.writeHead = (/** @type {number} */ status, /** @type {unknown[]} */ ...rest) => {
    const { refusal } = page
    if (!refusal || status !== 500) return writeHead(status, ...rest)
    for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value)
    return writeHead(refusal.status, ...rest)
  }
  return pages.run(page, work)
}
