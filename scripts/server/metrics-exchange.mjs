import cluster from 'node:cluster'

// A scrape waits no longer for a worker; it is then not among those that are up.
const workerMs = 1_000
const primaryMs = 1_500

/**
 * Between the workers and the one that started them: whichever worker is asked for metrics answers for all.
 * @typedef {object} Message
 * @property {number} [askAll] a worker's number for its question
 * @property {number} [giveOwn] the primary's number for its round
 * @property {number} [given] that number again
 * @property {number} [answered] the worker's number again
 * @property {string} [text]
 */

/**
 * In the primary: gathers the workers' metrics when one of them asks.
 * @param {() => import('node:cluster').Worker[]} current those that hold a slot now
 * @param {number} wanted how many there should be
 */
export function gatherMetrics(current, wanted) {
  /** @type {Map<number, (text: string, from: import('node:cluster').Worker) => void>} */
  const rounds = new Map()
  let round = 0
  /** @type {Promise<string> | undefined} */
  let underway

  async function gather() {
    const number = ++round
    const workers = current().filter((worker) => worker.isConnected())
    /** @type {Map<import('node:cluster').Worker, string>} */
    const texts = new Map()
    await new Promise((resolve) => {
      const late = setTimeout(resolve, workerMs, undefined)
      rounds.set(number, (text, from) => {
        texts.set(from, text)
        if (texts.size < workers.length) return
        clearTimeout(late)
        resolve(undefined)
      })
      for (const worker of workers) send(worker, { giveOwn: number })
    })
    rounds.delete(number)
    return mergeMetrics([...workers.flatMap((worker) => texts.get(worker) ?? []), ownMetrics(texts.size, wanted)])
  }

  cluster.on('message', (worker, /** @type {Message} */ { askAll, given, text }) => {
    if (given !== undefined) rounds.get(given)?.(text ?? '', worker)
    if (askAll === undefined) return
    underway ??= gather().finally(() => {
      underway = undefined
    })
    void underway.then((all) => send(worker, { answered: askAll, text: all }))
  })
}

/**
 * In a worker: gives its own metrics when asked, and puts in place what asks for all of them (lib/watch/metrics.ts).
 */
export function shareMetrics() {
  /** @type {Map<number, (text: string | null) => void>} */
  const questions = new Map()
  let question = 0
  process.on('message', async (/** @type {Message} */ { giveOwn, answered, text }) => {
    if (answered !== undefined) questions.get(answered)?.(text ?? null)
    if (giveOwn === undefined) return
    const own = await Reflect.get(globalThis, 'baycallMetrics')?.registry.metrics()
    send(process, { given: giveOwn, text: own ?? '' })
  })
  const askAll = async () => {
    const number = ++question
    const all = await new Promise((resolve) => {
      setTimeout(resolve, primaryMs, null).unref()
      questions.set(number, resolve)
      send(process, { askAll: number })
    })
    questions.delete(number)
    return all
  }
  Object.assign(globalThis, { baycallAllMetrics: askAll })
}

/**
 * Several processes' metrics as one text: each metric described once, then everybody's series.
 * @param {string[]} texts in Prometheus' format, a blank line between metrics
 */
export function mergeMetrics(texts) {
  /** @type {Map<string, string[]>} */
  const metrics = new Map()
  for (const block of texts.flatMap((text) => text.trim().split('\n\n'))) {
    const lines = block.split('\n')
    const described = lines.filter((line) => line.startsWith('#')).join('\n')
    const series = metrics.get(described) ?? []
    metrics.set(described, series)
    series.push(...lines.filter((line) => line !== '' && !line.startsWith('#')))
  }
  return `${[...metrics].map(([described, series]) => [described, ...series].join('\n')).join('\n\n')}\n`
}

/**
 * @param {number} up
 * @param {number} wanted
 */
function ownMetrics(up, wanted) {
  const gauge = (/** @type {string} */ name, /** @type {string} */ help, /** @type {number} */ value) =>
    `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}`
  return [
    gauge('baycall_workers_up', 'Serving processes that answered this scrape within a second', up),
    gauge('baycall_workers_wanted', 'Serving processes that should', wanted),
  ].join('\n\n')
}

/**
 * @param {{ send?: Function }} to
 * @param {Message} message
 */
function send(to, message) {
  // Whoever is gone needs no answer.
  to.send?.(message, undefined, undefined, () => {})
}
