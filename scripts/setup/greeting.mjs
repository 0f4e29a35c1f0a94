import { randomBytes } from 'node:crypto'

/**
 * What a start says last: where the board is, who may sign in, and how to try it.
 * @param {string} baseUrl
 * @param {import('./demo.mjs').Demo | null} demo
 */
export function greeting(baseUrl, demo) {
  return [
    '',
    `  Board         ${baseUrl}`,
    ...(demo ? withDemo(baseUrl, demo) : withoutDemo),
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n')
}

const withoutDemo = [
  '',
  '  Your database has no demo data. Make the first administrator, or ask for the demo:',
  '',
  'npm run admin -- create --email you@example.com',
  'npm run db:seed',
]

/**
 * @param {string} baseUrl
 * @param {import('./demo.mjs').Demo} demo
 */
function withDemo(baseUrl, { manager, staff, projectId, destinationIds, secretKey }) {
  const orderId = `try-${randomBytes(3).toString('hex')}`
  const order = { projectId, destinationId: destinationIds[0], orderId, customerName: 'Ada Park' }
  const car = { 'Mobile Number': '+1 555 0100', 'Car Model': 'Mini Cooper', 'Car Color': 'Red', 'Car Plate': 'BAY 42' }
  return [
    `  Manager       ${manager.email}   ${manager.password}`,
    `  Staff         ${staff.email}   ${staff.password}`,
    '',
    '  Open the board, then paste these: a customer is on the way, and is there.',
    '',
    curl('POST', `${baseUrl}/api/orders`, secretKey, { ...order, eventType: 'onTheWay', hsFields: car }),
    '',
    curl('PUT', `${baseUrl}/api/orders/${orderId}`, secretKey, {
      ...order,
      eventType: 'arrival',
      hsFields: { 'Parking Bay': '7' },
    }),
  ]
}

/**
 * @param {string} method
 * @param {string} url
 * @param {string} key
 * @param {object} body
 */
function curl(method, url, key, body) {
  const json = JSON.stringify(body).replaceAll("'", "'\\''")
  return `curl -X ${method} ${url} -H 'x-service-api-key: ${key}' -H 'content-type: application/json' -d '${json}'`
}
