import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'
import * as live from '@/app/api/health/live/route'
import * as ready from '@/app/api/health/ready/route'
import * as metrics from '@/app/api/metrics/route'
import * as order from '@/app/api/orders/[orderId]/route'
import * as orders from '@/app/api/orders/route'
import * as pair from '@/app/api/pair/route'
import * as pairToken from '@/app/api/pair/token/route'
import * as search from '@/app/api/prod1/entry/%5Fsearch/route'
import * as entry from '@/app/api/prod1/entry/route'
import * as insights from '@/app/api/prod1/insights/route'
import * as fromOwnTracks from '@/app/api/prod1/receive/owntracks/route'
import * as fromRadar from '@/app/api/prod1/receive/radar/route'
import * as fromTraccar from '@/app/api/prod1/receive/traccar/route'
import * as refresh from '@/app/api/prod1/sessions/refresh/route'
import * as sessions from '@/app/api/prod1/sessions/route'
import * as passkey from '@/app/api/staff/account/passkeys/[passkeyId]/route'
import * as passkeyOptions from '@/app/api/staff/account/passkeys/options/route'
import * as passkeys from '@/app/api/staff/account/passkeys/route'
import * as password from '@/app/api/staff/account/password/route'
import * as account from '@/app/api/staff/account/route'
import * as recoveryCodes from '@/app/api/staff/account/second-step/recovery-codes/route'
import * as secondStepRemoval from '@/app/api/staff/account/second-step/removal/route'
import * as secondStep from '@/app/api/staff/account/second-step/route'
import * as accountSession from '@/app/api/staff/account/sessions/[sessionId]/route'
import * as accountSessions from '@/app/api/staff/account/sessions/route'
import * as acting from '@/app/api/staff/acting/route'
import * as auditActors from '@/app/api/staff/audit/actors/route'
import * as auditExport from '@/app/api/staff/audit/export/route'
import * as audit from '@/app/api/staff/audit/route'
import * as board from '@/app/api/staff/board/route'
import * as stream from '@/app/api/staff/board/stream/route'
import * as entryExport from '@/app/api/staff/entries/export/route'
import * as entryHours from '@/app/api/staff/entries/hours/route'
import * as entryInstalls from '@/app/api/staff/entries/installs/route'
import * as entrySummary from '@/app/api/staff/entries/summary/route'
import * as insightsView from '@/app/api/staff/insights/route'
import * as join from '@/app/api/staff/join/route'
import * as keyRotation from '@/app/api/staff/keys/[keyId]/rotation/route'
import * as key from '@/app/api/staff/keys/[keyId]/route'
import * as keys from '@/app/api/staff/keys/route'
import * as actions from '@/app/api/staff/orders/[serviceId]/actions/route'
import * as reveal from '@/app/api/staff/orders/[serviceId]/reveal/route'
import * as timeline from '@/app/api/staff/orders/[serviceId]/timeline/route'
import * as passwordLink from '@/app/api/staff/people/[userId]/password-link/route'
import * as person from '@/app/api/staff/people/[userId]/route'
import * as peopleFound from '@/app/api/staff/people/find/route'
import * as invitation from '@/app/api/staff/people/invitations/[invitationId]/route'
import * as invitations from '@/app/api/staff/people/invitations/route'
import * as people from '@/app/api/staff/people/route'
import * as ownPin from '@/app/api/staff/pin/route'
import * as personsPin from '@/app/api/staff/pins/[personId]/route'
import * as pinsFound from '@/app/api/staff/pins/find/route'
import * as pins from '@/app/api/staff/pins/route'
import * as customerErase from '@/app/api/staff/projects/[projectId]/customers/erase/route'
import * as customerExport from '@/app/api/staff/projects/[projectId]/customers/export/route'
import * as customerFind from '@/app/api/staff/projects/[projectId]/customers/find/route'
import * as privacy from '@/app/api/staff/projects/[projectId]/privacy/route'
import * as projectSettings from '@/app/api/staff/projects/[projectId]/settings/route'
import * as resetRequest from '@/app/api/staff/reset/request/route'
import * as reset from '@/app/api/staff/reset/route'
import * as passkeySignInOptions from '@/app/api/staff/session/passkey/options/route'
import * as passkeySignIn from '@/app/api/staff/session/passkey/route'
import * as session from '@/app/api/staff/session/route'
import * as stores from '@/app/api/staff/stores/route'
import * as storeSettings from '@/app/api/staff/stores/settings/route'
import * as storesStream from '@/app/api/staff/stores/stream/route'
import * as tablet from '@/app/api/staff/tablets/[tabletId]/route'
import * as waitingTablet from '@/app/api/staff/tablets/pairing/route'
import * as tablets from '@/app/api/staff/tablets/route'
import * as view from '@/app/api/staff/views/[viewId]/route'
import * as views from '@/app/api/staff/views/route'
import { defineRoute } from '@/lib/http/define-route'
import { noteKept } from '@/lib/http/reader'
import { about } from '@/lib/openapi/about'
import { type ApiAddress, documentOf, type OpenApiDocument } from '@/lib/openapi/document'

let made: OpenApiDocument | undefined
let said: Said | undefined

/** The OpenAPI document of all addresses below: made once, for nothing in it changes while the process lives. */
export function apiDocument(): OpenApiDocument {
  made ??= documentOf(about, apiAddresses)
  return made
}

type Said = { plain: Uint8Array<ArrayBuffer>; gzipped: Uint8Array<ArrayBuffer>; etag: string }

// Half a megabyte, and a tenth of it in gzip: made once, and not for each who asks.
function apiDocumentSaid(): Said {
  if (!said) {
    const plain = new TextEncoder().encode(JSON.stringify(apiDocument()))
    const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    said = { plain, gzipped: new Uint8Array(gzipSync(plain)), etag }
  }
  return said
}

const takesGzip = (accepted: string | null) => /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?:1|0\.0*[1-9]))/i.test(accepted ?? '')

/** This very document. */
export const readDocument = defineRoute(
  {
    auth: 'none',
    summary: 'Read this document',
    description:
      'OpenAPI 3.1, made from the schemas that the handlers parse with. Whoever has it asks with If-None-Match.',
    response: z.looseObject({ openapi: z.literal('3.1.0') }),
    answerHeaders: ['ETag'],
  },
  ({ request }) => {
    noteKept(request)
    const { plain, gzipped, etag } = apiDocumentSaid()
    const isGzipped = takesGzip(request.headers.get('accept-encoding'))
    // Of what is compressed another: they are other bytes.
    const tag = `"${etag}${isGzipped ? '-gzip' : ''}"`
    const headers = { etag: tag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' }
    if (request.headers.get('if-none-match')?.includes(tag)) return new Response(null, { status: 304, headers })
    return new Response(isGzipped ? gzipped : plain, {
      headers: { ...headers, 'content-type': 'application/json', ...(isGzipped && { 'content-encoding': 'gzip' }) },
    })
  },
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
  { address: '/api/staff/orders/{serviceId}/reveal', tag: 'privacy', handlers: reveal },
  { address: '/api/staff/projects/{projectId}/privacy', tag: 'privacy', handlers: privacy },
  { address: '/api/staff/projects/{projectId}/customers/find', tag: 'privacy', handlers: customerFind },
  { address: '/api/staff/projects/{projectId}/customers/export', tag: 'privacy', handlers: customerExport },
  { address: '/api/staff/projects/{projectId}/customers/erase', tag: 'privacy', handlers: customerErase },
  { address: '/api/staff/entries/hours', tag: 'views', handlers: entryHours },
  { address: '/api/staff/entries/installs', tag: 'views', handlers: entryInstalls },
  { address: '/api/staff/views', tag: 'views', handlers: views },
  { address: '/api/staff/views/{viewId}', tag: 'views', handlers: view },
  { address: '/api/staff/keys', tag: 'keys', handlers: keys },
  { address: '/api/staff/keys/{keyId}', tag: 'keys', handlers: key },
  { address: '/api/staff/keys/{keyId}/rotation', tag: 'keys', handlers: keyRotation },
  { address: '/api/staff/audit', tag: 'audit', handlers: audit },
  { address: '/api/staff/audit/actors', tag: 'audit', handlers: auditActors },
  { address: '/api/staff/audit/export', tag: 'audit', handlers: auditExport },
  { address: '/api/staff/people', tag: 'people', handlers: people },
  { address: '/api/staff/people/find', tag: 'people', handlers: peopleFound },
  { address: '/api/staff/people/invitations', tag: 'people', handlers: invitations },
  { address: '/api/staff/people/invitations/{invitationId}', tag: 'people', handlers: invitation },
  { address: '/api/staff/people/{userId}', tag: 'people', handlers: person },
  { address: '/api/staff/people/{userId}/password-link', tag: 'people', handlers: passwordLink },
  { address: '/api/staff/account', tag: 'account', handlers: account },
  { address: '/api/staff/account/password', tag: 'account', handlers: password },
  { address: '/api/staff/account/second-step', tag: 'account', handlers: secondStep },
  { address: '/api/staff/account/second-step/recovery-codes', tag: 'account', handlers: recoveryCodes },
  { address: '/api/staff/account/second-step/removal', tag: 'account', handlers: secondStepRemoval },
  { address: '/api/staff/account/passkeys', tag: 'account', handlers: passkeys },
  { address: '/api/staff/account/passkeys/options', tag: 'account', handlers: passkeyOptions },
  { address: '/api/staff/account/passkeys/{passkeyId}', tag: 'account', handlers: passkey },
  { address: '/api/staff/account/sessions', tag: 'account', handlers: accountSessions },
  { address: '/api/staff/account/sessions/{sessionId}', tag: 'account', handlers: accountSession },
  { address: '/api/staff/join', tag: 'account', handlers: join },
  { address: '/api/staff/reset', tag: 'account', handlers: reset },
  { address: '/api/staff/reset/request', tag: 'account', handlers: resetRequest },
  { address: '/api/staff/session/passkey', tag: 'account', handlers: passkeySignIn },
  { address: '/api/staff/session/passkey/options', tag: 'account', handlers: passkeySignInOptions },
  { address: '/api/pair', tag: 'tablets', handlers: pair },
  { address: '/api/pair/token', tag: 'tablets', handlers: pairToken },
  { address: '/api/staff/tablets', tag: 'tablets', handlers: tablets },
  { address: '/api/staff/tablets/pairing', tag: 'tablets', handlers: waitingTablet },
  { address: '/api/staff/tablets/{tabletId}', tag: 'tablets', handlers: tablet },
  { address: '/api/staff/acting', tag: 'tablets', handlers: acting },
  { address: '/api/staff/pin', tag: 'tablets', handlers: ownPin },
  { address: '/api/staff/pins', tag: 'tablets', handlers: pins },
  { address: '/api/staff/pins/find', tag: 'tablets', handlers: pinsFound },
  { address: '/api/staff/pins/{personId}', tag: 'tablets', handlers: personsPin },
  { address: '/api/health/live', tag: 'service', handlers: live },
  { address: '/api/health/ready', tag: 'service', handlers: ready },
  { address: '/api/metrics', tag: 'service', handlers: metrics },
  { address: '/api/openapi.json', tag: 'service', handlers: { GET: readDocument } },
]
