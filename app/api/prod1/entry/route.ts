import { batchLimitBytes, EntryBatch, EntryRecord, IngestAnswer, IngestQuery } from '@/lib/entries/schema'
import { ingestBatch, ingestLines } from '@/lib/entries/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'
import { withBatch, withStreamOf } from '@/lib/http/held-bodies'

const ingest = defineRoute(
  {
    auth: 'secretKey',
    summary: 'Record entry events',
    description:
      'A JSON batch of up to 1,000 records (4 MiB), or NDJSON of any length, each line (64 KiB) one record. A bad record is rejected for itself. A lost answer is no harm: send all again, and what is there already counts as a duplicate. The batches of one project are written one after the other: who waits too long behind others is answered 503 with Retry-After, as is who has very many underway; of a stream that is refused in its middle what was recorded stays, and all of it may be sent again.',
    query: IngestQuery,
    streamedBody: { 'application/json': EntryBatch, 'application/x-ndjson': EntryRecord },
    response: IngestAnswer,
    refusals: ['project_not_found'],
  },
  async ({ caller, query, request, whoIsHere }) => {
    if (/^application\/x-ndjson\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
      const stream = { body: request.body, projectId: query.projectId }
      return withStreamOf(caller, (hold) => ingestLines({ caller, whoIsHere }, { ...stream, hold }))
    }
    return withBatch({ caller, request, limitBytes: batchLimitBytes }, async (batch) => {
      const { now } = await whoIsHere()
      return ingestBatch({ caller, whoIsHere }, batch, now)
    })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: ingest })
