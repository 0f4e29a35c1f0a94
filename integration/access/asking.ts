import { randomUUID } from 'node:crypto'
import { anotherSession } from '@/integration/access/callers'
import { accountAsks } from '@/integration/access/groups/account'
import { ownerAsks } from '@/integration/access/groups/owners'
import { peopleAsks } from '@/integration/access/groups/people'
import { tabletAsks } from '@/integration/access/groups/tablets'
import type { Row } from '@/integration/access/reading'
import { arrived, asOwner, ofProject, ofQ, ofStore, type World } from '@/integration/access/world'
import { signAccessToken } from '@/lib/auth/access-token'

/** What a row asks, but for who asks: parts of its address, its query, its body (JSON, or a text as it is). */
export type Asked = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** Who asks, in place of the caller: the same in another way. */
  sender?: Record<string, string>
}

export type Ask = (world: World, caller: string) => Asked | Promise<Asked>

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

const today = () => new Date().toISOString().slice(0, 10)
const days = () => ({ startDate: today(), endDate: today() })

const theOrder: Ask = (world) => ({ params: { orderId: world.order.orderId }, query: ofStore(world) })
const withToken = (ask: Ask, token: (world: World) => string): Ask => {
  return async (world, caller) => ({ ...(await ask(world, caller)), headers: { 'x-user-token': token(world) } })
}
const changed: Ask = (world) => ({
  params: { orderId: world.order.orderId },
  body: { ...ofStore(world), eventType: 'updateOrder' },
})
const itsToken = (world: World) => world.order.userToken
const wrongToken = () => 'a-wrong-token-0123456'

const record = (world: World, caller: string) => ({
  ...ofStore(world),
  installRef: `by ${caller}`,
  entryTime: new Date().toISOString(),
})

const radar = (world: World, caller: string) => ({
  _id: randomUUID(),
  type: 'user.entered_geofence',
  createdAt: new Date().toISOString(),
  user: { userId: caller, deviceId: `by ${caller}` },
  geofence: { tag: 'store', externalId: world.stores.a },
})

const traccar = (world: World, caller: string) => ({
  event: { id: seconds(new Date()), type: 'geofenceEnter', eventTime: new Date().toISOString() },
  device: { uniqueId: `by ${caller}` },
  geofence: { id: 1, attributes: { zoneId: `zone-${world.marks.A}`, destinationId: world.stores.a } },
})

const stranger = { email: 'nobody@retailer.example', password: 'not their password' }

/** The owner's view. */
const view = (world: World) => ({ params: { viewId: world.viewId }, query: ofProject(world) })

/** One of hers that is made to be deleted, by whoever may. */
async function passingView(world: World, caller: string): Promise<Asked> {
  if (caller !== 'own') return view(world)
  const named = { ...ofProject(world), name: `${world.marks.A} ${randomUUID()}`, filters: {} }
  const body = await asOwner(world, 'POST', '/api/staff/views', named)
  return { params: { viewId: String(body.viewId) }, query: ofProject(world) }
}

const bearer = (sessionId: string) => ({ authorization: `Bearer ${signAccessToken(sessionId, new Date())}` })

/** By the names of the rows, but for those that ask nothing beside their address. */
export const asks: Record<string, Ask> = {
  'GET /api/orders': (world) => ({ query: ofProject(world) }),
  'GET /api/orders#of-A': (world) => ({ query: ofStore(world) }),
  'POST /api/orders': (world, caller) => ({ body: { ...ofStore(world), orderId: `by ${caller}` } }),
  'GET /api/orders/{orderId}': theOrder,
  'GET /api/orders/{orderId}#its-token': withToken(theOrder, itsToken),
  'GET /api/orders/{orderId}#a-wrong-token': withToken(theOrder, wrongToken),
  'PUT /api/orders/{orderId}': changed,
  'PUT /api/orders/{orderId}#its-token': withToken(changed, itsToken),
  'PUT /api/orders/{orderId}#a-wrong-token': withToken(changed, wrongToken),
  'POST /api/prod1/entry': (world, caller) => ({ body: { ...ofProject(world), entries: [record(world, caller)] } }),
  'POST /api/prod1/entry#lines': (world, caller) => ({
    query: ofProject(world),
    body: `${JSON.stringify(record(world, caller))}\n`,
    headers: { 'content-type': 'application/x-ndjson' },
  }),
  'POST /api/prod1/receive/radar': (world, caller) => ({ body: { event: radar(world, caller) } }),
  'POST /api/prod1/receive/traccar': (world, caller) => ({ body: traccar(world, caller) }),
  'POST /api/prod1/receive/owntracks': () => ({ body: { _type: 'location', tst: seconds(new Date()) } }),
  'POST /api/prod1/sessions': () => ({ body: stranger }),
  'POST /api/prod1/sessions/refresh': () => ({ body: { refreshToken: 'nobody has this one' } }),
  'POST /api/prod1/entry/_search': (world) => ({ body: ofProject(world) }),
  'POST /api/prod1/entry/_search#of-A': (world) => ({ body: ofStore(world) }),
  'POST /api/prod1/entry/_search#zone-of-A': ({ own }) => ({ body: { zoneId: own.zoneId } }),
  'GET /api/prod1/insights': (world) => ({ query: { ...ofProject(world), ...days(), groupBy: 'store' } }),
  'GET /api/staff/insights': (world) => ({ query: { ...ofProject(world), ...days() } }),
  'GET /api/staff/insights#of-A': (world) => ({ query: { ...ofStore(world), ...days() } }),
  'GET /api/staff/entries/export': (world) => ({ query: ofProject(world) }),
  'GET /api/staff/entries/export#of-A': (world) => ({ query: ofStore(world) }),
  'GET /api/staff/entries/summary': (world) => ({ query: ofProject(world) }),
  'GET /api/staff/entries/hours': (world) => ({
    query: {
      ...ofStore(world),
      startTime: `${today()}T00:00:00Z`,
      endTime: `${today()}T00:00:00Z`,
      weekday: '0',
      hour: '0',
    },
  }),
  'POST /api/staff/entries/installs': (world) => ({ body: { ...ofProject(world), installRef: 'any' } }),
  'POST /api/staff/session': () => ({ body: stranger }),
  // In a session that is not missed.
  'DELETE /api/staff/session': async ({ callers }, caller) => {
    const sessionId = await anotherSession(callers[caller])
    return sessionId ? { sender: bearer(sessionId) } : {}
  },
  'GET /api/staff/stores/settings': (world) => ({ query: ofStore(world) }),
  'DELETE /api/staff/stores': (world) => ({ query: ofStore(world) }),
  'PATCH /api/staff/stores/settings': (world) => ({ query: ofStore(world), body: {} }),
  'GET /api/staff/projects/{projectId}/settings': (world) => ({ params: ofProject(world) }),
  'PATCH /api/staff/projects/{projectId}/settings': (world) => ({ params: ofProject(world), body: {} }),
  'GET /api/staff/stores/settings#as-of-Q': (world) => ({ query: { ...ofQ(world), destinationId: world.stores.a } }),
  'GET /api/staff/board': (world) => ({ query: ofStore(world) }),
  'GET /api/staff/board#as-of-Q': (world) => ({ query: { ...ofQ(world), destinationId: world.stores.a } }),
  'GET /api/staff/board/stream': (world) => ({ query: { ...ofStore(world), after: '0' } }),
  'POST /api/staff/orders/{serviceId}/actions': async (world, caller) => {
    const { serviceId } = await arrived(world.own, world.marks.A, `for ${caller}`)
    return { params: { serviceId }, body: { ...ofProject(world), action: 'acknowledge' } }
  },
  'POST /api/staff/orders/{serviceId}/actions#as-of-Q': (world) => ({
    params: { serviceId: world.order.serviceId },
    body: { ...ofQ(world), action: 'complete' },
  }),
  'GET /api/staff/orders/{serviceId}/timeline#as-of-Q': (world) => ({
    params: { serviceId: world.order.serviceId },
    query: ofQ(world),
  }),
  'GET /api/staff/orders/{serviceId}/timeline': (world) => ({
    params: { serviceId: world.order.serviceId },
    query: ofProject(world),
  }),
  'GET /api/staff/views': (world) => ({ query: ofProject(world) }),
  'POST /api/staff/views': (world, caller) => ({ body: { ...ofProject(world), name: `of ${caller}`, filters: {} } }),
  'PATCH /api/staff/views/{viewId}': (world) => ({ ...view(world), body: {} }),
  'DELETE /api/staff/views/{viewId}': passingView,
  'DELETE /api/staff/views/{viewId}#as-of-Q': (world) => ({ ...view(world), query: ofQ(world) }),
  'GET /api/**': () => ({ params: { '**': 'none' } }),
  'GET /board/{projectId}/{destinationId}': (world) => ({ params: ofStore(world) }),
  'GET /insights/orders/{projectId}/{serviceId}': (world) => ({
    params: { ...ofProject(world), serviceId: world.order.serviceId },
  }),
  'GET /settings/{projectId}/{destinationId}': (world) => ({ params: ofStore(world) }),
  ...peopleAsks,
  ...accountAsks,
  ...tabletAsks,
  ...ownerAsks,
}

/** Sends what a row asks, with the headers of whoever asks. */
export async function ask(row: Row, world: World, caller: string, headers: Record<string, string>): Promise<Response> {
  const { params = {}, query, body, headers: more, sender = headers } = (await asks[row.name]?.(world, caller)) ?? {}
  const path = row.address.replace(/\{(\w+)\}|\*\*/g, (all, name) => encodeURIComponent(params[name ?? all] ?? ''))
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const request = {
    method: row.method,
    redirect: 'manual' as const,
    headers: {
      'accept-language': 'en',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      origin: world.baseUrl,
      ...more,
      // A browser's cookie is what is looked at where it is sent.
      ...(headers.cookie ? headers : sender),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
  const answer = await fetch(`${world.baseUrl}${path}${search}`, request)
  // A page that completes its address is the same page.
  const completed = answer.headers.get('location')
  return completed?.startsWith(`${path}?`) ? fetch(world.baseUrl + completed, request) : answer
}
