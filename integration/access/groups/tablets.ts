import type { Ask, Asked } from '@/integration/access/asking'
import { admittedTablet, waitingTablet } from '@/integration/access/pairing'
import { asOwner, ofProject, ofQ, ofStore, type World } from '@/integration/access/world'

/** Tablets of stores, and who acts on them: read as api-table.ts is. What it is about is of store A. */
export const tabletTable = `
                                                   none  pk    sk    skQ   skB   old   rev   | stB     st      mgB     mgA     mgr     own     ownQ    | tab   tbB   tbR   | out   exp   alt
POST   /api/pair                             none  -     -     -     -     -     -     -     | -       -       -       -       -       -       -       | -     -     -     | -     -     -
POST   /api/pair/token                       none  grant grant grant grant grant grant grant | grant   grant   grant   grant   grant   grant   grant   | grant grant grant | grant grant grant
POST   /api/pair/token#admitted              none  A     A     A     A     A     A     A     | A       A       A       A       A       A       A       | A     A     A     | A     A     A
GET    /api/staff/tablets                    staff ·     ·     ·     ·     ·     ·     ·     | right   right   B       A       AB      AB      project | right right ·     | ×     ×     ×
POST   /api/staff/tablets                    staff ·     ·     ·     ·     ·     ·     ·     | right   right   store   A       A       A       project | right right ·     | ×     ×     ×
POST   /api/staff/tablets#as-of-Q            staff ·     ·     ·     ·     ·     ·     ·     | project project project project project project store   | right right ·     | ×     ×     ×
POST   /api/staff/tablets/pairing            staff ·     ·     ·     ·     ·     ·     ·     | right   right   -       -       -       -       project | right right ·     | ×     ×     ×
DELETE /api/staff/tablets/pairing            staff ·     ·     ·     ·     ·     ·     ·     | right   right   -       -       -       -       project | right right ·     | ×     ×     ×
PATCH  /api/staff/tablets/{tabletId}         staff ·     ·     ·     ·     ·     ·     ·     | right   right   tablet  A       A       A       project | right right ·     | ×     ×     ×
PATCH  /api/staff/tablets/{tabletId}#as-of-Q staff ·     ·     ·     ·     ·     ·     ·     | project project project project project project tablet  | right right ·     | ×     ×     ×
DELETE /api/staff/tablets/{tabletId}         staff ·     ·     ·     ·     ·     ·     ·     | right   right   tablet  -       -       -       project | right right ·     | ×     ×     ×
DELETE /api/staff/tablets/{tabletId}#as-of-Q staff ·     ·     ·     ·     ·     ·     ·     | project project project project project project tablet  | right right ·     | ×     ×     ×
GET    /api/staff/acting                     staff ·     ·     ·     ·     ·     ·     ·     | -       -       -       -       -       -       -       | -     -     ·     | ×     ×     ×
POST   /api/staff/acting#a-pin-of-A          staff ·     ·     ·     ·     ·     ·     ·     | right   right   right   right   right   right   right   | A     pin   ·     | ×     ×     ×
DELETE /api/staff/acting                     staff ·     ·     ·     ·     ·     ·     ·     | -       -       -       -       -       -       -       | -     -     ·     | ×     ×     ×
GET    /api/staff/pin                        staff ·     ·     ·     ·     ·     ·     ·     | -       -       -       -       -       -       project | right right ·     | ×     ×     ×
PUT    /api/staff/pin                        staff ·     ·     ·     ·     ·     ·     ·     | -       -       -       -       -       -       project | right right ·     | ×     ×     ×
DELETE /api/staff/pin                        staff ·     ·     ·     ·     ·     ·     ·     | -       -       -       -       -       -       project | right right ·     | ×     ×     ×
GET    /api/staff/pins                       staff ·     ·     ·     ·     ·     ·     ·     | right   right   B       A       AB      AB      project | right right ·     | ×     ×     ×
POST   /api/staff/pins                       staff ·     ·     ·     ·     ·     ·     ·     | right   right   store   A       A       A       project | right right ·     | ×     ×     ×
POST   /api/staff/pins#as-of-Q               staff ·     ·     ·     ·     ·     ·     ·     | project project project project project project store   | right right ·     | ×     ×     ×
POST   /api/staff/pins/find                  staff ·     ·     ·     ·     ·     ·     ·     | right   right   B       A       AB      AB      project | right right ·     | ×     ×     ×
POST   /api/staff/pins/find#as-of-Q          staff ·     ·     ·     ·     ·     ·     ·     | project project project project project project Q       | right right ·     | ×     ×     ×
PUT    /api/staff/pins/{personId}            staff ·     ·     ·     ·     ·     ·     ·     | right   right   person  A       A       A       project | right right ·     | ×     ×     ×
PUT    /api/staff/pins/{personId}#as-of-Q    staff ·     ·     ·     ·     ·     ·     ·     | project project project project project project person  | right right ·     | ×     ×     ×
DELETE /api/staff/pins/{personId}            staff ·     ·     ·     ·     ·     ·     ·     | right   right   person  -       -       -       project | right right ·     | ×     ×     ×
DELETE /api/staff/pins/{personId}#as-of-Q    staff ·     ·     ·     ·     ·     ·     ·     | project project project project project project person  | right right ·     | ×     ×     ×
`

let pins = 507_130

/** A PIN that nobody has. */
const nextPin = () => {
  pins += 7
  return String(pins)
}

/** A tablet that has been admitted to store A. */
const admitted = (world: World) =>
  admittedTablet(world.baseUrl, world.callers.own?.api ?? {}, { ...ofStore(world), name: 'Counter' })

const tablet: Ask = async (world) => ({
  params: { tabletId: (await admitted(world)).tabletId },
  query: ofProject(world),
})
const code = async ({ baseUrl }: World) => ({ userCode: (await waitingTablet(baseUrl)).userCode })
const pairing = async (world: World, more: object): Promise<Asked> => ({
  body: { ...ofStore(world), ...(await code(world)), name: 'Counter', ...more },
})

/** Somebody with a PIN of store A, and no account. */
async function acting(world: World, pin: string): Promise<Asked> {
  const named = { ...ofProject(world), name: `Kim ${world.marks.A}`, pin, destinationIds: [world.stores.a] }
  const { personId } = await asOwner(world, 'POST', '/api/staff/pins', named)
  return { params: { personId: String(personId) }, query: ofProject(world) }
}

/** Whoever asks, after they have set a PIN of their own; who may not has none. */
const withOwnPin: Ask = async (world, caller) => {
  const query = ofProject(world)
  const headers = { ...world.callers[caller]?.api, origin: world.baseUrl }
  const sent = { method: 'PUT', body: { pin: nextPin() }, headers, key: null }
  await world.own.call(`/api/staff/pin?${new URLSearchParams(query)}`, sent)
  return { query }
}

const person: Ask = (world) => acting(world, nextPin())
const withPin: Ask = async (world, caller) => ({ ...(await person(world, caller)), body: { pin: nextPin() } })
const someone = (world: World, more: object) => ({
  body: { ...ofProject(world), name: 'Lee', pin: nextPin(), destinationIds: [world.stores.a], ...more },
})
const renamed: Ask = async (world, caller) => ({ ...(await tablet(world, caller)), body: { name: 'Counter 2' } })
const asOfQ = (ask: Ask): Ask => {
  return async (world, caller) => ({ ...(await ask(world, caller)), query: ofQ(world) })
}

export const tabletAsks: Record<string, Ask> = {
  'POST /api/pair/token': () => ({ body: { device_code: 'nobody has this one' } }),
  'POST /api/pair/token#admitted': async (world) => ({ body: { device_code: (await admitted(world)).deviceCode } }),
  'GET /api/staff/tablets': (world) => ({ query: ofProject(world) }),
  'POST /api/staff/tablets': (world) => pairing(world, {}),
  'POST /api/staff/tablets#as-of-Q': (world) => pairing(world, ofQ(world)),
  'POST /api/staff/tablets/pairing': async (world) => ({ body: { ...ofProject(world), ...(await code(world)) } }),
  'DELETE /api/staff/tablets/pairing': async (world) => ({ query: { ...ofProject(world), ...(await code(world)) } }),
  'PATCH /api/staff/tablets/{tabletId}': renamed,
  'PATCH /api/staff/tablets/{tabletId}#as-of-Q': asOfQ(renamed),
  'DELETE /api/staff/tablets/{tabletId}': tablet,
  'DELETE /api/staff/tablets/{tabletId}#as-of-Q': asOfQ(tablet),
  'POST /api/staff/acting#a-pin-of-A': async (world) => {
    const pin = nextPin()
    await acting(world, pin)
    return { body: { pin } }
  },
  'GET /api/staff/pin': (world) => ({ query: ofProject(world) }),
  'PUT /api/staff/pin': (world) => ({ query: ofProject(world), body: { pin: nextPin() } }),
  'DELETE /api/staff/pin': withOwnPin,
  'GET /api/staff/pins': (world) => ({ query: ofProject(world) }),
  'POST /api/staff/pins': (world) => someone(world, {}),
  'POST /api/staff/pins#as-of-Q': (world) => someone(world, ofQ(world)),
  'POST /api/staff/pins/find': (world) => ({ body: { ...ofProject(world), search: 'e' } }),
  'POST /api/staff/pins/find#as-of-Q': (world) => ({ body: { ...ofQ(world), search: 'e' } }),
  'PUT /api/staff/pins/{personId}': withPin,
  'PUT /api/staff/pins/{personId}#as-of-Q': asOfQ(withPin),
  'DELETE /api/staff/pins/{personId}': person,
  'DELETE /api/staff/pins/{personId}#as-of-Q': asOfQ(person),
}
