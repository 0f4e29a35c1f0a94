import { setTimeout as sleep } from 'node:timers/promises'
import { EntryRecord, IngestAnswer } from '@/lib/entries/schema'
import { fieldErrorsOf } from '@/lib/http/parse'
import { Mistake, type Options } from '@/scripts/import/options'

/** Where records go: `write` answers what became of them; a rejected one's index is its place among them. */
export type Destination = {
  name: string
  write: (records: unknown[]) => Promise<IngestAnswer>
  close?: () => Promise<void>
}

const tries = 6
const mostWaitMs = 15 * 60_000

/** How long a server asks to wait: `Retry-After` in seconds or as a date (RFC 9110); 0 where it says neither. */
export function toldMs(retryAfter: string | null, now: Date): number {
  const text = retryAfter?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Math.min(Math.max(ms || 0, 0), mostWaitMs)
}

// A server that restarts or is busy is asked again: what was recorded meanwhile comes back as duplicates.
async function send(url: URL, key: string, body: string): Promise<IngestAnswer> {
  for (let turn = 1; ; turn++) {
    const headers = { 'x-service-api-key': key, 'content-type': 'application/json' }
    // The key is for this server, wherever it would send us.
    const sent = { method: 'POST', headers, body, redirect: 'manual' } as const
    const answer = await fetch(url, sent).catch((error) => String(error.cause ?? error))
    if (typeof answer !== 'string' && answer.ok) return IngestAnswer.parse(await answer.json())
    const isPassing = typeof answer === 'string' || answer.status === 429 || answer.status >= 500
    const elsewhere = typeof answer !== 'string' && answer.headers.get('location')
    const told = typeof answer === 'string' ? answer : `${answer.status} ${elsewhere || (await answer.text())}`
    if (!isPassing || turn === tries) throw new Mistake(`${url.origin} does not take it: ${told}`)
    const after = typeof answer === 'string' ? null : answer.headers.get('retry-after')
    await sleep(Math.max(toldMs(after, new Date()), 250 * 2 ** turn))
  }
}

function toServer(base: string, projectId: string | undefined): Destination {
  const key = process.env.BAYCALL_KEY
  if (!key) throw new Mistake('Put a secret key into the environment: BAYCALL_KEY=sk_… (npm run keys makes one).')
  if (!projectId) throw new Mistake("Say the key's project: --project ID")
  const url = new URL('/api/prod1/entry', base)
  return { name: url.host, write: (entries) => send(url, key, JSON.stringify({ projectId, entries })) }
}

// Only judges: what is there already, and what a strict project would refuse, the database alone knows.
const nowhere: Destination = {
  name: 'nowhere (dry run)',
  write: async (records) => {
    const parsed = records.map((record) => EntryRecord.safeParse(record))
    const rejected = parsed.flatMap(({ error }, index) => (error ? [{ index, errors: fieldErrorsOf(error) }] : []))
    return { accepted: records.length - rejected.length, duplicates: 0, rejected, rejectedTotal: rejected.length }
  },
}

/** Where the options want the records. Throws Mistake. */
export async function destinationOf({ isDryRun, url, projectId }: Options): Promise<Destination> {
  if (isDryRun) return nowhere
  if (url) return toServer(url, projectId)
  // Only now: who sends to a server has no database client made.
  const { toDatabase } = await import('@/scripts/import/to-database')
  return toDatabase(projectId)
}
