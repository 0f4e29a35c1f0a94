// One of the serving processes of reference.mjs.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { messageOf } from '../../scripts/process/refusal.mjs'

const host = process.env.HOST || '127.0.0.1'
const port = Number(process.env.PORT)

process.on('SIGINT', () => {})

try {
  /** @type {typeof import('./statements.ts')} */
  const statements = await import(pathToFileURL(process.env.BENCH_STATEMENTS ?? '').href)
  const server = createServer()
  const listener = process.argv[2] === 'next' ? await nextListener(server, statements) : bareListener(statements)
  server.on('request', listener)
  server.listen(port, host)
  await once(server, 'listening')
  process.send?.({ ready: true })
} catch (error) {
  process.send?.({ problem: messageOf(error) }, undefined, undefined, () => process.exit(1))
}

/**
 * Next's own handling of a request, from its routing to its answer.
 * @param {import('node:http').Server} server
 * @param {typeof import('./statements.ts')} statements
 */
async function nextListener(server, statements) {
  // Its handlers take the statements from here (next-handler/): bundled by Next they would be another copy.
  Object.assign(globalThis, { benchStatements: statements })
  const { default: next } = await import('next')
  const app = next({ dev: false, dir: process.env.BENCH_NEXT, hostname: host, port, httpServer: server, quiet: true })
  await app.prepare()
  const handle = app.getRequestHandler()
  return (
    /** @type {import('node:http').IncomingMessage} */ request,
    /** @type {import('node:http').ServerResponse} */ response,
  ) => void handle(request, response)
}

/**
 * The least that a node server can do for such a request.
 * @param {typeof import('./statements.ts')} statements
 * @returns {import('node:http').RequestListener}
 */
function bareListener({ create, update, page }) {
  const orders = '/api/orders'
  /** @type {(method: string, url: string, body: any) => Promise<string>} */
  const answer = async (method, url, body) => {
    if (method === 'POST' && url === orders) return create(body)
    if (method === 'PUT' && url.startsWith(`${orders}/`)) return update(url.slice(orders.length + 1), body)
    return page(body)
  }
  return async (request, response) => {
    const { method = '', url = '' } = request
    try {
      /** @type {Buffer[]} */
      const chunks = []
      for await (const chunk of request) chunks.push(chunk)
      const text = await answer(method, url, JSON.parse(Buffer.concat(chunks).toString()))
      response.writeHead(method === 'POST' && url === orders ? 201 : 200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    } catch (error) {
      console.error(messageOf(error))
      response.writeHead(500).end()
    }
  }
}
