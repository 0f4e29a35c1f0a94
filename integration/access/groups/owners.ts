import type { Ask, Asked } from '@/integration/access/asking'
import { asOwner, nextPhone, ofProject, ofQ, visitBoth, type World } from '@/integration/access/world'

/** Keys, the record and customers, which are for owners: read as api-table.ts is. A key that is made here is of store B. */
export const ownerTable = `
                                                                      none pk sk skQ skB old rev | stB     st      mgB     mgA     mgr     own     ownQ    | tab     tbB     tbR | out exp alt
GET    /api/staff/keys                                          staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   B       project | right   right   ·   | ×   ×   ×
POST   /api/staff/keys                                          staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   B       project | right   right   ·   | ×   ×   ×
GET    /api/staff/keys/{keyId}                                  staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   B       project | right   right   ·   | ×   ×   ×
GET    /api/staff/keys/{keyId}#as-of-Q                          staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project key     | right   right   ·   | ×   ×   ×
DELETE /api/staff/keys/{keyId}                                  staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   B       project | right   right   ·   | ×   ×   ×
DELETE /api/staff/keys/{keyId}#as-of-Q                          staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project key     | right   right   ·   | ×   ×   ×
POST   /api/staff/keys/{keyId}/rotation                         staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   B       project | right   right   ·   | ×   ×   ×
POST   /api/staff/keys/{keyId}/rotation#as-of-Q                 staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project key     | right   right   ·   | ×   ×   ×
GET    /api/staff/audit                                         staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   AB      project | right   right   ·   | ×   ×   ×
GET    /api/staff/audit#as-of-Q                                 staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project -       | right   right   ·   | ×   ×   ×
GET    /api/staff/audit/actors                                  staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   -       project | right   right   ·   | ×   ×   ×
GET    /api/staff/audit/export                                  staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   AB      project | right   right   ·   | ×   ×   ×
GET    /api/staff/projects/{projectId}/privacy                  staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   AB      project | right   right   ·   | ×   ×   ×
PATCH  /api/staff/projects/{projectId}/privacy                  staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   AB      project | right   right   ·   | ×   ×   ×
POST   /api/staff/projects/{projectId}/customers/find           staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   A       project | right   right   ·   | ×   ×   ×
POST   /api/staff/projects/{projectId}/customers/find#as-of-Q   staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project Q       | right   right   ·   | ×   ×   ×
POST   /api/staff/projects/{projectId}/customers/export         staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   A       project | right   right   ·   | ×   ×   ×
POST   /api/staff/projects/{projectId}/customers/export#as-of-Q staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project Q       | right   right   ·   | ×   ×   ×
POST   /api/staff/projects/{projectId}/customers/erase          staff ·    ·  ·  ·   ·   ·   ·   | right   right   right   right   right   -       project | right   right   ·   | ×   ×   ×
POST   /api/staff/projects/{projectId}/customers/erase#as-of-Q  staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project -       | right   right   ·   | ×   ×   ×
POST   /api/staff/orders/{serviceId}/reveal                     staff ·    ·  ·  ·   ·   ·   ·   | order   A       order   A       A       A       project | A       order   ·   | ×   ×   ×
POST   /api/staff/orders/{serviceId}/reveal#as-of-Q             staff ·    ·  ·  ·   ·   ·   ·   | project project project project project project order   | project project ·   | ×   ×   ×
`

const newKey = (world: World) => ({
  ...ofProject(world),
  kind: 'publishable',
  name: 'App',
  destinationIds: [world.stores.b],
})

/** A key that works. */
async function key(world: World): Promise<string> {
  const { apiKey } = await asOwner(world, 'POST', '/api/staff/keys', newKey(world))
  return (apiKey as { keyId: string }).keyId
}

const ofKey = async (world: World, query: Record<string, string>): Promise<Asked> => ({
  params: { keyId: await key(world) },
  query,
})
const rotating = async (world: World, body: object): Promise<Asked> => ({
  params: { keyId: await key(world) },
  body: { ...body, overlapSeconds: 60 },
})

/** The customer who came to A and to Q, asked for in a project. */
const customer = (world: World, params: Record<string, string>, value = world.phone): Asked => ({
  params,
  body: { kind: 'phone', value },
})

/** One like them, who may be forgotten. */
const another = async (world: World, params: Record<string, string>): Promise<Asked> => {
  const phone = nextPhone()
  await visitBoth(world, phone)
  return customer(world, params, phone)
}

// All of it, in one page.
const whole = { pageSize: '1000' }
const reveal = (world: World, body: object) => ({ params: { serviceId: world.order.serviceId }, body })

export const ownerAsks: Record<string, Ask> = {
  'GET /api/staff/keys': (world) => ({ query: ofProject(world) }),
  'POST /api/staff/keys': (world) => ({ body: newKey(world) }),
  'GET /api/staff/keys/{keyId}': (world) => ofKey(world, ofProject(world)),
  'GET /api/staff/keys/{keyId}#as-of-Q': (world) => ofKey(world, ofQ(world)),
  'DELETE /api/staff/keys/{keyId}': (world) => ofKey(world, ofProject(world)),
  'DELETE /api/staff/keys/{keyId}#as-of-Q': (world) => ofKey(world, ofQ(world)),
  'POST /api/staff/keys/{keyId}/rotation': (world) => rotating(world, ofProject(world)),
  'POST /api/staff/keys/{keyId}/rotation#as-of-Q': (world) => rotating(world, ofQ(world)),
  'GET /api/staff/audit': (world) => ({ query: { ...ofProject(world), ...whole } }),
  'GET /api/staff/audit#as-of-Q': (world) => ({ query: { ...ofQ(world), ...whole } }),
  'GET /api/staff/audit/actors': (world) => ({ query: ofProject(world) }),
  'GET /api/staff/audit/export': (world) => ({ query: ofProject(world) }),
  'GET /api/staff/projects/{projectId}/privacy': (world) => ({ params: ofProject(world) }),
  'PATCH /api/staff/projects/{projectId}/privacy': (world) => ({ params: ofProject(world), body: {} }),
  'POST /api/staff/projects/{projectId}/customers/find': (world) => customer(world, ofProject(world)),
  'POST /api/staff/projects/{projectId}/customers/find#as-of-Q': (world) => customer(world, ofQ(world)),
  'POST /api/staff/projects/{projectId}/customers/export': (world) => customer(world, ofProject(world)),
  'POST /api/staff/projects/{projectId}/customers/export#as-of-Q': (world) => customer(world, ofQ(world)),
  'POST /api/staff/projects/{projectId}/customers/erase': (world) => another(world, ofProject(world)),
  'POST /api/staff/projects/{projectId}/customers/erase#as-of-Q': (world) => another(world, ofQ(world)),
  'POST /api/staff/orders/{serviceId}/reveal': (world) => reveal(world, ofProject(world)),
  'POST /api/staff/orders/{serviceId}/reveal#as-of-Q': (world) => reveal(world, ofQ(world)),
}
