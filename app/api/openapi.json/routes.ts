import * as z from 'zod'
import * as live from '@/app/api/health/live/route'
import * as ready from '@/app/api/health/ready/route'
import * as metrics from '@/app/api/metrics/route'
import * as order from '@/app/api/orders/[orderId]/route'
import * as orders from '@/app/api/orders/route'
import * as search from '@/app/api/prod1/entry/%5Fsearch/route'
import * as entry from '@/app/api/prod1/entry/route'
import * as insights from '@/app/api/prod1/insights/route'
import * as fromOwnTracks from '@/app/api/prod1/receive/owntracks/route'
import * as fromRadar from '@/app/api/prod1/receive/radar/route'
import * as fromTraccar from '@/app/api/prod1/receive/traccar/route'
import * as refresh from '@/app/api/prod1/sessions/refresh/route'
import * as sessions from '@/app/api/prod1/sessions/route'
import * as board from '@/app/api/staff/board/route'
import * as stream from '@/app/api/staff/board/stream/route'
import * as entryExport from '@/app/api/staff/entries/export/route'
import * as entryHours from '@/app/api/staff/entries/hours/route'
import * as entrySummary from '@/app/api/staff/entries/summary/route'
import * as insightsView from '@/app/api/staff/insights/route'
import * as actions from '@/app/api/staff/orders/[serviceId]/actions/route'
import * as timeline from '@/app/api/staff/orders/[serviceId]/timeline/route'
import * as projectSettings from '@/app/api/staff/projects/[projectId]/settings/route'
import * as session from '@/app/api/staff/session/route'
import * as stores from '@/app/api/staff/stores/route'
import * as storeSettings from '@/app/api/staff/stores/settings/route'
import * as storesStream from '@/app/api/staff/stores/stream/route'
import * as view from '@/app/api/staff/views/[viewId]/route'
import * as views from '@/app/api/staff/views/route'
import { defineRoute } from '@/lib/http/define-route'
import { about } from '@/lib/openapi/about'
import { type ApiAddress, documentOf, type OpenApiDocument } from '@/lib/openapi/document'

let made: OpenApiDocument | undefined

/** The OpenAPI document of all addresses below: made once, for nothing in it changes while the process lives. */
export function apiDocument(): OpenApiDocument {
  made ??= documentOf(about, apiAddresses)
  return made
}

/** This very document. */
export const readDocument = defineRoute(
  {
    auth: 'none',
    summary: 'Read this document',
    description: 'OpenAPI 3.1, made from the schemas that the handlers parse with.',
    response: z.looseObject({ openapi: z.literal('3.1.0') }),
  },
  () => Response.json(apiDocument()),
)

/** Every address of the API. A test holds it against the folders. */
export const apiAddresses: ApiAddress[] = [
  { address: '/api/orders', tag: 'orders', handlers: orders },
  { address: '/api/orders/{orderId}', tag: 'orders', handlers: order },
  { address: '/api/prod1/receive/radar', tag: 'receivers', handlers: fromRadar },
  { address: '/api/prod1/receive/traccar', tag: 'receivers', handlers: fromTraccar },
  { address: '/api/prod1/receive/owntracks', tag: 'receivers', handlers: fromOwnTracks },
  { address: '/api/prod1/sessions', tag: 'sessions', handlers: sessions },
  { address: '/api/prod1/sessions/refresh', tag: 'sessions', handlers: refresh },
  { address: '/api/prod1/entry', tag: 'entries', handlers: entry },
  { address: '/api/prod1/entry/_search', tag: 'entries', handlers: search },
  { address: '/api/staff/entries/export', tag: 'entries', handlers: entryExport },
  { address: '/api/prod1/insights', tag: 'insights', handlers: insights },
  { address: '/api/staff/insights', tag: 'insights', handlers: insightsView },
  { address: '/api/staff/session', tag: 'staff', handlers: session },
  { address: '/api/staff/stores', tag: 'staff', handlers: stores },
  { address: '/api/staff/stores/stream', tag: 'staff', handlers: storesStream },
  { address: '/api/staff/stores/settings', tag: 'staff', handlers: storeSettings },
  { address: '/api/staff/entries/summary', tag: 'staff', handlers: entrySummary },
  { address: '/api/staff/projects/{projectId}/settings', tag: 'staff', handlers: projectSettings },
  { address: '/api/staff/board', tag: 'staff', handlers: board },
  { address: '/api/staff/board/stream', tag: 'staff', handlers: stream },
  { address: '/api/staff/orders/{serviceId}/actions', tag: 'staff', handlers: actions },
  { address: '/api/staff/orders/{serviceId}/timeline', tag: 'staff', handlers: timeline },
  { address: '/api/staff/entries/hours', tag: 'views', handlers: entryHours },
  { address: '/api/staff/views', tag: 'views', handlers: views },
  { address: '/api/staff/views/{viewId}', tag: 'views', handlers: view },
  { address: '/api/health/live', tag: 'service', handlers: live },
  { address: '/api/health/ready', tag: 'service', handlers: ready },
  { address: '/api/metrics', tag: 'service', handlers: metrics },
  { address: '/api/openapi.json', tag: 'service', handlers: { GET: readDocument } },
]
