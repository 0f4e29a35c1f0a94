import { createServer } from 'node:net'
import { until } from '../process/processes.mjs'
import { codeOf, Refusal } from '../process/refusal.mjs'

/**
 * Listens for a moment, to see whether that can be done.
 * @param {number} port 0: any free one
 * @param {string} host
 * @returns {Promise<{ port: number, problem: null } | { port: number, problem: string }>} problem: the system's code
 */
export function tryPort(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve({ port, problem: codeOf(error) ?? error.message }))
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      const taken = typeof address === 'object' && address ? address.port : port
      server.close(() => resolve({ port: taken, problem: null }))
    })
  })
}

/**
 * The port to serve on, checked before the long work; a refusal says why not.
 * @param {{ port: number, host: string }} wanted
 * @param {number} patienceMs how long a server that was just killed may take to let go of it
 */
export async function portToServe({ port, host }, patienceMs) {
  let found = await tryPort(port, host)
  await until(
    async () => {
      if (found.problem === 'EADDRINUSE') found = await tryPort(port, host)
      return found.problem !== 'EADDRINUSE'
    },
    patienceMs,
    100,
  )
  if (found.problem) throw portRefusal(port, host, found.problem)
  // The address that is printed says localhost, which a browser may look up as ::1.
  if (host === '127.0.0.1' && (await tryPort(found.port, '::1')).problem === 'EADDRINUSE') {
    throw portRefusal(port, 'localhost', 'EADDRINUSE')
  }
  return found.port
}

/**
 * @param {number} port
 * @param {string} host
 * @param {string} problem
 */
export function portRefusal(port, host, problem) {
  const another = port < 65_535 ? port + 1 : 3000
  if (problem === 'EADDRINUSE') {
    return new Refusal(
      `Port ${port} is taken by another program: stop that one, or choose another port, for example PORT=${another} npm start.`,
    )
  }
  if (problem === 'EACCES') {
    return new Refusal(
      `Port ${port} is kept for the administrator: choose one above 1023, for example PORT=3000 npm start.`,
    )
  }
  return new Refusal(
    `Can't listen on HOST ${host} (${problem}): set it to an address of this machine, for example 127.0.0.1, or 0.0.0.0 for all of them.`,
  )
}

/**
 * Where a person finds what listens there.
 * @param {string} host
 * @param {number} port
 */
export function addressOf(host, port) {
  const everywhere = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
