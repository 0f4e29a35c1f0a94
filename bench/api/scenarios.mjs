/**
 * What a caller does all the time. `callsFor` makes the requests for one server: the product is asked as its clients
 * ask it, the other two are told the same in values that need no checking.
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} about
 * @property {(server: string, facts: Facts, accessToken: string) => () => import('../load.mjs').Call} callsFor
 * @typedef {import('../seed.ts').Facts} Facts
 */

const jsonType = { 'content-type': 'application/json' }
const search = '/api/prod1/entry/_search'
const constant = '/api/constant'

/** Whether a server is asked in a scenario: the constant stands for a write alone. */
export function isAsked(/** @type {string} */ server, /** @type {string} */ scenario) {
  return server !== 'constant' || !scenario.startsWith('page')
}

// Unique over all runs on a database: an order's id is its own for 24 hours.
const run = Date.now().toString(36)
let made = 0
let changed = 0

/** @type {Scenario[]} */
export const scenarios = [
  { name: 'create', about: 'POST /api/orders, each with a new id', callsFor: creates },
  { name: 'update', about: 'PUT /api/orders/{id}, over 5,000 open orders', callsFor: updates },
  {
    name: 'page, head',
    about: `POST ${search}, the newest 100`,
    callsFor: (_server, { projectId }, token) => pages(token, [{ projectId }]),
  },
  {
    name: 'page, deep',
    about: `POST ${search}, 100 from 90 % into the entries on`,
    callsFor: (server, { projectId, deep }, token) =>
      pages(
        token,
        deep.map(({ token: paginationToken, time, tie }) =>
          server === 'baycall' ? { projectId, paginationToken } : { projectId, after: { time, tie } },
        ),
      ),
  },
]

/** @type {Scenario['callsFor']} */
function creates(server, { projectId, destinationIds, secretKey }) {
  const headers = { ...jsonType, 'x-service-api-key': secretKey }
  return () => {
    const n = made++
    const hsFields = {
      'Mobile Number': '+64 21 555 0142',
      'Car Model': 'Toyota Corolla',
      'Car Color': 'Blue',
      'Car Plate': `KLM ${n % 1_000}`,
      'Parking Bay': String(n % 40),
    }
    const order = { projectId, destinationId: destinationIds[n % destinationIds.length], orderId: `${run}-${n}` }
    const body = JSON.stringify({ ...order, customerName: 'Aroha Ngata', eventType: 'registration', hsFields })
    const path = server === 'constant' ? constant : '/api/orders'
    return { method: 'POST', path, headers: { ...headers }, body }
  }
}

/** @type {Scenario['callsFor']} */
function updates(server, { projectId, destinationIds, orderIds, secretKey }) {
  const headers = { ...jsonType, 'x-service-api-key': secretKey }
  return () => {
    const n = changed++
    const at = n % orderIds.length
    const orderId = orderIds[at]
    const eventType = n % 2 === 0 ? 'onTheWay' : 'updateOrder'
    const hsFields = { 'Parking Bay': String(n % 40), 'Minutes Away': String(n % 60) }
    const order = { projectId, destinationId: destinationIds[at % destinationIds.length], orderId }
    const body = JSON.stringify({ ...order, eventType, hsFields })
    const path = server === 'constant' ? constant : `/api/orders/${orderId}`
    return { method: 'PUT', path, headers: { ...headers }, body }
  }
}

/**
 * @param {string} accessToken
 * @param {object[]} bodies asked for in turn
 * @returns {() => import('../load.mjs').Call}
 */
function pages(accessToken, bodies) {
  const headers = { ...jsonType, authorization: `Bearer ${accessToken}` }
  const texts = bodies.map((body) => JSON.stringify(body))
  let n = 0
  return () => ({ method: 'POST', path: search, headers: { ...headers }, body: texts[n++ % texts.length] ?? '' })
}
