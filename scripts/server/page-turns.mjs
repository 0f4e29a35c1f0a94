import { setImmediate as aTurnOfTheLoop } from 'node:timers/promises'
import { dataHeaders } from '../front/security-headers.mjs'

/**
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {import('../../lib/turns/page-place').PagePlace} PagePlace
 * @typedef {{ take: (asked: { url?: string, headers: Record<string, any> }, signal: AbortSignal, share: string | null) => Promise<() => void>,
 *   made: (asked: { url?: string, headers: Record<string, any> }, since: number) => void }} PageTurns lib/turns/pages.ts
 */

// Much longer than a page takes to be made: what is not done by then waits for something else than this process.
const longestTurnMs = 5_000
const slowAfterMs = 250
const turnsBetween = 8

/**
 * Makes a page once it is its turn. The turn ends as soon as all of the page is made, or as it waits for its reader alone:
 * whoever reads slowly, or an answer before it, keeps nobody waiting. Nor does a page that waits for its project's turn: it
 * steps aside, and comes back to another place. What is being made as its reader hangs up goes on for a while, and so does
 * its turn: the next is not begun beside it. Throws unavailable where too many wait; of who has hung up meanwhile nothing is
 * made, or no more.
 * @param {PageTurns} turns
 * @param {import('node:http').IncomingMessage} request
 * @param {Response} response
 * @param {(place: PagePlace) => Promise<void>} make
 * @param {number} [longestMs] a turn
 */
export async function makeInTurn(turns, request, response, make, longestMs = longestTurnMs) {
  const take = async (/** @type {string | null} */ share = null) => {
    const gone = new AbortController()
    const leave = () => gone.abort()
    if (response.closed) leave()
    response.once('close', leave)
    try {
      return await turns.take(request, gone.signal, share)
    } finally {
      response.off('close', leave)
    }
  }
  const since = performance.now()
  /** @type {(() => void) | undefined} while it has a place */
  let giveBack = await take()
  // A turn of the loop takes one connection that is new, and hears of those that have hung up: were each as long as a page
  // takes, whoever connects would wait behind pages for who has gone.
  for (let turn = 0; turn < turnsBetween; turn += 1) await aTurnOfTheLoop()
  let isOver = false
  let isAside = false
  const stepAside = () => {
    isAside = true
    giveBack?.()
    giveBack = undefined
  }
  const end = () => {
    isOver = true
    stepAside()
  }
  const takeAnother = async (/** @type {string | null} */ share) => {
    giveBack = await take(share)
    // Another of its readings waits meanwhile: that one comes back as well.
    if (isOver || isAside) stepAside()
  }
  /** @type {Promise<void> | undefined} */
  let coming
  const comeBack = async (/** @type {string | null} */ share) => {
    isAside = false
    if (giveBack || isOver) return
    coming ??= takeAnother(share).finally(() => {
      coming = undefined
    })
    await coming
  }
  // Hung up as its turn came.
  if (response.closed) return end()
  const patience = setTimeout(end, longestMs).unref()
  whereReaderIsSlow(response, end)
  const endAnswer = /** @type {(...given: any[]) => Response} */ (response.end.bind(response))
  response.end = (/** @type {any[]} */ ...given) => {
    end()
    return endAnswer(...given)
  }
  try {
    await make({ stepAside, comeBack })
  } finally {
    clearTimeout(patience)
    end()
    // Of a refusal and of a fault it says nothing.
    if (response.statusCode < 400 || response.statusCode === 404) turns.made(request, since)
  }
}

/**
 * Whether a browser shows what is answered, and not a page's own script.
 * @param {import('node:http').IncomingMessage} request
 */
export const isOpenedBySomebody = ({ headers }) =>
  headers.rsc === undefined && Boolean(headers.accept?.includes('text/html'))

/**
 * Tells a browser that too many pages are asked for, and to ask again by itself: a tablet on a wall has nobody who would.
 * Not all of them in the same moment.
 * @param {Response} response
 */
export function askToWait(response) {
  const says = 'Baycall is very busy. This page comes by itself in a few seconds.'
  sayWhen(response, { status: 503, seconds: 3 + Math.floor(Math.random() * 6), says })
}

/**
 * The same where too much was asked for with this very cookie.
 * @param {Response} response
 * @param {number} seconds
 */
export function askForLess(response, seconds) {
  const says = 'Too many pages were opened with this sign-in. This one comes by itself in a while.'
  sayWhen(response, { status: 429, seconds, says })
}

/**
 * @param {Response} response
 * @param {{ status: number, seconds: number, says: string }} told
 */
function sayWhen(response, { status, seconds, says }) {
  response.writeHead(status, {
    ...dataHeaders(),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(seconds),
    refresh: String(seconds),
  })
  response.end(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Baycall</title><p>${says}</p></html>`,
  )
}

/**
 * @param {Response} response
 * @param {() => void} then
 */
function whereReaderIsSlow(response, then) {
  const write = /** @type {(...given: any[]) => boolean} */ (response.write.bind(response))
  let isLooking = false
  response.write = (/** @type {any[]} */ ...given) => {
    const goesOn = write(...given)
    // Without a socket it stands behind another answer on its connection.
    if ((goesOn && response.socket) || isLooking) return goesOn
    isLooking = true
    setTimeout(() => {
      isLooking = false
      if (response.writableNeedDrain || !response.socket) then()
    }, slowAfterMs).unref()
    return goesOn
  }
}
