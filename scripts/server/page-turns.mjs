/**
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {{ take: (forwarded: string, signal: AbortSignal) => Promise<void> | undefined, giveBack: () => void }} PageTurns
 *   lib/turns/pages.ts
 */

// Much longer than a page takes to be made: what is not done by then waits for something else than this process.
const longestTurnMs = 5_000
const slowAfterMs = 250

/**
 * Makes a page once it is its turn. The turn ends with the page, or as soon as that waits for its reader alone: whoever reads
 * slowly keeps nobody waiting. Throws unavailable where too many wait; of who has hung up meanwhile nothing is made.
 * @param {PageTurns} turns
 * @param {import('node:http').IncomingMessage} request
 * @param {Response} response
 * @param {() => Promise<void>} make
 * @param {number} [longestMs] a turn
 */
export async function makeInTurn(turns, request, response, make, longestMs = longestTurnMs) {
  const gone = new AbortController()
  const leave = () => gone.abort()
  response.once('close', leave)
  try {
    const waiting = turns.take(String(request.headers['x-forwarded-for'] ?? ''), gone.signal)
    if (waiting) await waiting
  } finally {
    response.off('close', leave)
  }
  const end = onceAtMost(turns.giveBack)
  const patience = setTimeout(end, longestMs).unref()
  response.once('close', end)
  whereReaderIsSlow(response, end)
  try {
    await make()
  } finally {
    clearTimeout(patience)
    end()
  }
}

/** @param {() => void} work */
function onceAtMost(work) {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
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
    if (goesOn || isLooking) return goesOn
    isLooking = true
    setTimeout(() => {
      isLooking = false
      if (response.writableNeedDrain) then()
    }, slowAfterMs).unref()
    return goesOn
  }
}
