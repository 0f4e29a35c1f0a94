// Boards without a browser: event streams that are read as tablets read them, in a process of its own, so that reading
// does not delay whoever sends. Told over IPC what to open; tells when it first saw each arrival, for every board.
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
/** @type {import('node:http').ClientRequest[]} */
const open = []
/** @type {Map<string, number[]>} by orderId: when each board had it, in ms of the machine's clock */
const seen = new Map()

const now = () => performance.timeOrigin + performance.now()

/** @param {{ open?: { address: string, headers: Record<string, string> }[], tell?: true }} message */
async function take({ open: boards, tell }) {
  if (boards) {
    await Promise.all(boards.map(({ address, headers }) => watch(address, headers)))
    process.send?.({ opened: boards.length })
  }
  if (tell) {
    process.send?.({ seen: [...seen] })
    for (const stream of open.splice(0)) stream.destroy()
    seen.clear()
  }
}

/**
 * @param {string} address
 * @param {Record<string, string>} headers
 */
function watch(address, headers) {
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A board's stream answered ${response.statusCode}`))
      let text = ''
      /** @type {Set<string>} */
      const arrived = new Set()
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          note(text.slice(0, end), arrived)
          text = text.slice(end + 2)
        }
        resolve(undefined)
      })
    })
    asked.on('error', reject)
    asked.end()
    open.push(asked)
  })
}

/**
 * @param {string} message
 * @param {Set<string>} arrived what this board knows already
 */
function note(message, arrived) {
  const data = message.split('\n').find((line) => line.startsWith('data: '))
  if (!message.startsWith('event: orders') || !data) return
  const at = now()
  for (const { orderId, section } of JSON.parse(data.slice(6)).orders) {
    if (section !== 'Arrived' || arrived.has(orderId)) continue
    arrived.add(orderId)
    const times = seen.get(orderId)
    if (times) times.push(at)
    else seen.set(orderId, [at])
  }
}

process.on('message', (message) => void take(/** @type {any} */ (message)))
process.on('disconnect', () => process.exit(0))
