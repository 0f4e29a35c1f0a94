import { randomUUID } from 'node:crypto'
import type { Ask } from '@/integration/access/asking'
import { anotherSession } from '@/integration/access/callers'
import { linkToA } from '@/integration/access/groups/people'
import type { World } from '@/integration/access/world'
import { prisma } from '@/lib/db'

/** Somebody's own account, and the ways into one without a credential: read as api-table.ts is. */
export const accountTable = `
                                                                            none   pk     sk     skQ    skB    old    rev    | stB     st      mgB     mgA     mgr     own    ownQ    | tab    tbB    tbR    | out    exp    alt
GET    /api/staff/account                                             staff ·      ·      ·      ·      ·      ·      ·      | -       -       -       -       -       -      -       | right  right  ·      | ×      ×      ×
PATCH  /api/staff/account                                             staff ·      ·      ·      ·      ·      ·      ·      | -       -       -       -       -       -      -       | right  right  ·      | ×      ×      ×
POST   /api/staff/account/password#a-wrong-one                        staff ·      ·      ·      ·      ·      ·      ·      | field   field   field   field   field   field  field   | right  right  ·      | ×      ×      ×
POST   /api/staff/account/second-step#a-wrong-password                staff ·      ·      ·      ·      ·      ·      ·      | field   field   field   field   field   field  field   | right  right  ·      | ×      ×      ×
PUT    /api/staff/account/second-step#none-begun                      staff ·      ·      ·      ·      ·      ·      ·      | begun   begun   begun   begun   begun   begun  begun   | right  right  ·      | ×      ×      ×
POST   /api/staff/account/second-step/recovery-codes#a-wrong-password staff ·      ·      ·      ·      ·      ·      ·      | field   field   field   field   field   field  field   | right  right  ·      | ×      ×      ×
POST   /api/staff/account/second-step/removal#a-wrong-password        staff ·      ·      ·      ·      ·      ·      ·      | field   field   field   field   field   field  field   | right  right  ·      | ×      ×      ×
POST   /api/staff/account/passkeys/options#a-wrong-password           staff ·      ·      ·      ·      ·      ·      ·      | field   field   field   field   field   field  field   | right  right  ·      | ×      ×      ×
POST   /api/staff/account/passkeys#not-made-here                      staff ·      ·      ·      ·      ·      ·      ·      | field   field   field   field   field   field  field   | right  right  ·      | ×      ×      ×
DELETE /api/staff/account/passkeys                                    staff ·      ·      ·      ·      ·      ·      ·      | -       -       -       -       -       -      -       | right  right  ·      | ×      ×      ×
DELETE /api/staff/account/passkeys/{passkeyId}#the-owner’s            staff ·      ·      ·      ·      ·      ·      ·      | passkey passkey passkey passkey passkey -      passkey | right  right  ·      | ×      ×      ×
DELETE /api/staff/account/sessions                                    staff ·      ·      ·      ·      ·      ·      ·      | -       -       -       -       -       -      -       | right  right  ·      | ×      ×      ×
DELETE /api/staff/account/sessions/{sessionId}#the-owner’s            staff ·      ·      ·      ·      ·      ·      ·      | session session session session session -      session | right  right  ·      | ×      ×      ×
POST   /api/staff/join                                                none  link   link   link   link   link   link   link   | link    link    link    link    link    link   link    | link   link   link   | link   link   link
POST   /api/staff/join#a-link                                         none  A      A      A      A      A      A      A      | A       A       A       A       A       A      A       | A      A      A      | A      A      A
POST   /api/staff/reset                                               none  link   link   link   link   link   link   link   | link    link    link    link    link    link   link    | link   link   link   | link   link   link
POST   /api/staff/reset/request                                       none  -      -      -      -      -      -      -      | -       -       -       -       -       -      -       | -      -      -      | -      -      -
POST   /api/staff/session/passkey                                     none  failed failed failed failed failed failed failed | failed  failed  failed  failed  failed  failed failed  | failed failed failed | failed failed failed
POST   /api/staff/session/passkey/options                             none  -      -      -      -      -      -      -      | -       -       -       -       -       -      -       | -      -      -      | -      -      -
`

const wrong = { password: 'not their password' }
const good = 'orange ferry under lamps'
const stranger = () => `${randomUUID()}@retailer.example`

const credential = { id: 'nobodys', rawId: 'nobodys', type: 'public-key' }
const made = { clientDataJSON: 'eyJ0eXBl', attestationObject: 'o2NmbXRk' }
const used = { clientDataJSON: 'eyJ0eXBl', authenticatorData: 'SZYN5YgO', signature: 'MEUCIQDR' }

/** A passkey of the owner's. */
async function passkeyOf({ callers }: World): Promise<string> {
  const { userId } = await prisma().session.findUniqueOrThrow({ where: { id: callers.own?.sessionId ?? '' } })
  const [now, passkeyId] = [new Date(), randomUUID()]
  const row = { passkeyId, userId, name: 'Phone', publicKey: Buffer.from('a key'), counter: 0 }
  await prisma().passkey.create({ data: { ...row, createdAt: now, challengedAt: now } })
  return passkeyId
}

export const accountAsks: Record<string, Ask> = {
  'PATCH /api/staff/account': () => ({ body: { name: 'Sam Okafor' } }),
  'POST /api/staff/account/password#a-wrong-one': () => ({
    body: { currentPassword: wrong.password, newPassword: good },
  }),
  'POST /api/staff/account/second-step#a-wrong-password': () => ({ body: wrong }),
  'PUT /api/staff/account/second-step#none-begun': () => ({ body: { code: '000000' } }),
  'POST /api/staff/account/second-step/recovery-codes#a-wrong-password': () => ({ body: wrong }),
  'POST /api/staff/account/second-step/removal#a-wrong-password': () => ({ body: wrong }),
  'POST /api/staff/account/passkeys/options#a-wrong-password': () => ({ body: wrong }),
  'POST /api/staff/account/passkeys#not-made-here': () => ({
    body: { name: 'Phone', credential: { ...credential, response: made } },
  }),
  'DELETE /api/staff/account/passkeys/{passkeyId}#the-owner’s': async (world) => ({
    params: { passkeyId: await passkeyOf(world) },
  }),
  'DELETE /api/staff/account/sessions/{sessionId}#the-owner’s': async ({ callers }) => ({
    params: { sessionId: (await anotherSession(callers.own)) ?? '' },
  }),
  'POST /api/staff/join': () => ({ body: { token: 'nobody-was-sent-this', name: 'Sam', password: good } }),
  'POST /api/staff/join#a-link': async (world) => ({
    body: { token: await linkToA(world), name: 'Sam', password: good },
  }),
  'POST /api/staff/reset': () => ({ body: { token: 'nobody-was-sent-this', password: good } }),
  'POST /api/staff/reset/request': () => ({ body: { email: stranger() } }),
  'POST /api/staff/session/passkey': () => ({ body: { credential: { ...credential, response: used } } }),
  'GET /reset/{token}': () => ({ params: { token: 'nobody-was-sent-this' } }),
}
