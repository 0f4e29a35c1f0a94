import { AuditExport } from '@/lib/audit/schema'
import { exportAudit } from '@/lib/audit/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'
import { textStream } from '@/lib/http/text-stream'

const get = defineRoute(
  {
    auth: 'staff',
    isNoted: true,
    summary: 'Export the record',
    description:
      'All lines that the filters find, newest first, as one file of any length; for owners. That it was exported is a line itself, which the file ends before. An answer that breaks off is not the whole file: send the request again. So does one whose access token ends meanwhile: refresh it before a long file.',
    query: AuditExport,
    alsoAnswers: ['text/csv', 'application/x-ndjson'],
    answerHeaders: ['Content-Disposition'],
    refusals: ['origin_refused', 'project_not_found', 'right_missing'],
  },
  async ({ caller, query, request, now }) => {
    const { name, contentType, chunks, ended } = await exportAudit(caller, query, request, now)
    return new Response(textStream(chunks, ended), {
      headers: { 'content-type': contentType, 'content-disposition': `attachment; filename="${name}"` },
    })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get })
