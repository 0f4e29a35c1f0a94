import { EntrySearch, EntrySearchAnswer } from '@/lib/entries/schema'
import { countEntries, formatEntries } from '@/lib/entries/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const search = defineRoute(
  {
    auth: 'staff',
    summary: 'Search entry events',
    description:
      'Newest first. While more remain, the answer holds a paginationToken (csv and ndjson: the header x-pagination-token); send the same request with it for the next page. The final batch has none. A page may hold fewer entries than asked for: it ends where it holds 2 MB of customEventMetaData. That somebody began to take entries away as csv or ndjson is a line of the record: an account begins 300 in a row, then 360 an hour; their further pages are free.',
    body: EntrySearch,
    response: EntrySearchAnswer,
    alsoAnswers: ['text/csv', 'application/x-ndjson'],
    answerHeaders: ['x-pagination-token'],
    refusals: [
      'project_not_found',
      'right_missing',
      'zone_not_found',
      'store_not_found',
      'zone_ambiguous',
      'pagination_token_invalid',
    ],
  },
  async ({ caller, body, request, now }) => {
    if (body.count) return { count: await countEntries(caller, body) }
    const { text, contentType, paginationToken } = await formatEntries(caller, body, { request, now })
    const headers = { 'content-type': contentType, ...(paginationToken && { 'x-pagination-token': paginationToken }) }
    return new Response(text, { headers })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: search })
