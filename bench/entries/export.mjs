import { Refusal } from '../../scripts/process/refusal.mjs'

const dayMs = 24 * 60 * 60_000
const newline = 10

/**
 * Exports the last days of entries and reads them to the end; null where the product has no export.
 * @param {import('../servers.mjs').Server} server
 * @param {import('./seed.ts').EntryFacts} facts
 * @param {{ token: string, days: number, format: 'csv' | 'ndjson' }} how
 * @returns {Promise<{ rows: number, perSecond: number } | null>}
 */
export async function measureExport(server, { projectId, last }, { token, days, format }) {
  const startTime = new Date(Date.parse(last) - days * dayMs).toISOString()
  const query = new URLSearchParams({ projectId, startTime, format })
  const startedAt = performance.now()
  const answer = await fetch(`${server.baseUrl}/api/staff/entries/export?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.status === 404) return null
  if (!answer.ok || !answer.body) throw new Refusal(`The export is answered ${answer.status}: ${await answer.text()}`)
  let lines = 0
  for await (const chunk of answer.body) {
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines++
  }
  const rows = format === 'csv' ? lines - 1 : lines
  const told = answer.headers.get('x-total-count')
  if (told !== null && Number(told) !== rows) throw new Refusal(`The export told of ${told} entries and held ${rows}.`)
  return { rows, perSecond: rows / ((performance.now() - startedAt) / 1_000) }
}
