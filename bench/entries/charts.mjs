import { askTimes } from './pages.mjs'

const dayMs = 24 * 60 * 60_000
const times = 15

/**
 * What charts and counts over a year ask for. Neither begins nor ends with an hour.
 * @param {import('./seed.ts').EntryFacts} facts
 * @returns {{ name: string, path: string, body?: object }[]}
 */
function questions({ projectId, first, last, destinationId, zoneId }) {
  const startTime = new Date(Date.parse(first) + 1_234_567).toISOString()
  const endTime = new Date(Date.parse(last) - 7_654_321).toISOString()
  const month = new Date(Date.parse(first) + 100 * dayMs).toISOString()
  const chart = (/** @type {Record<string, string>} */ more) =>
    `/api/staff/entries/summary?${new URLSearchParams({ projectId, startTime, endTime, timeZone: 'Europe/Berlin', ...more })}`
  const count = (/** @type {object} */ more) => ({
    path: '/api/prod1/entry/_search',
    body: { projectId, startTime, endTime, count: true, ...more },
  })
  return [
    { name: 'charts of a project', path: chart({}) },
    { name: 'charts, in Kolkata', path: chart({ timeZone: 'Asia/Kolkata' }) },
    { name: 'charts by entryTime', path: chart({ timeType: 'entryTime' }) },
    { name: 'charts of a store', path: chart({ destinationId }) },
    { name: 'charts of a zone', path: chart({ zoneId }) },
    { name: 'charts of a source', path: chart({ source: 'import' }) },
    { name: 'count of a project', ...count({}) },
    { name: 'count of a store', ...count({ destinationId, timeType: 'entryTime' }) },
    { name: 'count from a day on', ...count({ startTime: month, endTime: undefined }) },
  ]
}

/**
 * @param {import('../servers.mjs').Server} server
 * @param {import('./seed.ts').EntryFacts} facts
 * @param {string} token
 * @returns {Promise<Record<string, { p50Ms: number, mostMs: number }>>}
 */
export async function measureCharts(server, facts, token) {
  /** @type {Record<string, { p50Ms: number, mostMs: number }>} */
  const found = {}
  for (const { name, ...question } of questions(facts)) found[name] = await askTimes(server, token, question, times)
  return found
}
