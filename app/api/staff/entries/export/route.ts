import { EntryExport } from '@/lib/export/schema'
import { exportEntries } from '@/lib/export/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'
import { textStream } from '@/lib/http/text-stream'

const get = defineRoute(
  {
    auth: 'staff',
    isNoted: true,
    summary: 'Export entry events',
    description:
      'All entries that the filters find, newest first, as one file of any length. What was recorded before it began is in it once; that it was exported is a line of the record. An answer that breaks off is not the whole file: send the request again. So does one whose access token ends meanwhile: refresh it before a long file.',
    query: EntryExport,
    alsoAnswers: ['text/csv', 'application/x-ndjson'],
    answerHeaders: ['Content-Disposition', 'x-total-count'],
    refusals: [
      'origin_refused',
      'project_not_found',
      'right_missing',
      'zone_not_found',
      'store_not_found',
      'zone_ambiguous',
    ],
  },
  async ({ caller, query, request, now }) => {
    const { name, contentType, total, chunks, ended } = await exportEntries(caller, query, request, now)
    return new Response(textStream(chunks, ended), {
      headers: {
        'content-type': contentType,
        'content-disposition': `attachment; filename="${name}"`,
        ...(total !== null && { 'x-total-count': String(total) }),
      },
    })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get })
