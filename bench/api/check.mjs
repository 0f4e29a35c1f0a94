import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../../scripts/process/refusal.mjs'
import { scenarios } from './scenarios.mjs'

/**
 * Asks each server once for everything: a comparison is worth something only if all do the same work. A refusal says
 * which does not.
 * @param {import('../servers.mjs').Server[]} servers
 * @param {import('../seed.ts').Facts} facts
 */
export async function checkAnswers(servers, facts) {
  for (const scenario of scenarios) {
    const answers = []
    for (const server of servers) {
      const token = server.name === 'baycall' ? await signIn(server, facts) : ''
      answers.push(await ask(server, scenario.name, scenario.callsFor(server.name, facts, token)()))
    }
    const [first, ...others] = answers.map(comparable)
    const at = others.findIndex((other) => !isDeepStrictEqual(other, first))
    if (at >= 0)
      throw new Refusal(`"${scenario.name}": ${servers[0]?.name} and ${servers[at + 1]?.name} do not answer alike.`)
  }
}

/**
 * A manager's access token, good for an hour.
 * @param {import('../servers.mjs').Server} server the product's
 * @param {Pick<import('../seed.ts').Facts, 'manager'>} facts
 */
export async function signIn(server, { manager }) {
  const answer = await ask(server, 'sign-in', {
    method: 'POST',
    path: '/api/prod1/sessions',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(manager),
  })
  return String(answer.accessToken)
}

/**
 * @param {import('../servers.mjs').Server} server
 * @param {string} name
 * @param {import('../load.mjs').Call} call
 * @returns {Promise<Record<string, unknown>>}
 */
async function ask(server, name, { method, path, headers, body }) {
  const answer = await fetch(`${server.baseUrl}${path}`, { method, headers, body })
  const text = await answer.text()
  if (answer.ok) return JSON.parse(text)
  throw new Refusal(
    `"${name}" on the server "${server.name}" is answered ${answer.status}: ${text || server.lastWords()}`,
  )
}

/**
 * What must be the same: the entries of a page, the fields of an order. Ids and times are each server's own.
 * @param {Record<string, unknown>} answer
 */
function comparable({ entries, ...order }) {
  if (!entries) return Object.keys(order)
  return entries
}
