import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/**
 * One call of a customer's app.
 * @param {string} baseUrl
 * @param {{ method: string, path: string, key: string, body: object }} call
 * @returns {Promise<{ sentAt: number, tookMs: number }>} when it was sent, in ms of the machine's clock
 */
export function call(baseUrl, { method, path, key, body }) {
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'x-service-api-key': key,
  }
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const sent = request(`${baseUrl}${path}`, { agent, method, headers }, (response) => {
      response.resume().on('end', () => {
        if ((response.statusCode ?? 500) < 300) {
          resolve({ sentAt: performance.timeOrigin + started, tookMs: performance.now() - started })
        } else reject(new Error(`${method} ${path.split('?')[0]} answered ${response.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

/**
 * Does something so many times a second, whether what was begun before is done or not; answers when all is done.
 * @template Result
 * @param {number} count
 * @param {number} perSecond
 * @param {(turn: number) => Promise<Result>} work
 * @returns {Promise<Result[]>}
 */
export async function inStep(count, perSecond, work) {
  const startedAt = performance.now()
  const begun = []
  for (let turn = 0; turn < count; turn++) {
    const waitMs = startedAt + (turn * 1_000) / perSecond - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    begun.push(work(turn))
  }
  return Promise.all(begun)
}
