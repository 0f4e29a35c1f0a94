import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Contract } from '@/integration/contract'
import { acting, PinShop, pins } from '@/integration/pin-shop'
import type { Shop } from '@/integration/shop'
import { arrivedOrder } from '@/integration/staff'
import { pairedTablet, type TabletDevice } from '@/integration/tablet'
import { prisma } from '@/lib/db'
import { enterPin, findActing, stillNamed, whoActs } from '@/lib/pins/acting'
import { setOwnPin } from '@/lib/pins/service'
import { findTabletByCookie } from '@/lib/tablets/credential'
import { createStaff, createStore } from '@/prisma/factories/project'

const pin = `${pins}/{personId}`
const own = '/api/staff/pin'

let pinShop: PinShop
let contract: Contract
let shop: Shop
let manager: Record<string, string>
let device: TabletDevice
let tabletId: string

beforeAll(async () => {
  pinShop = await PinShop.open()
  ;({ contract, shop, manager, device, tabletId } = pinShop)
})

beforeEach(() => pinShop.forgetTries())

const query = () => pinShop.query()
const addPerson = (...person: Parameters<PinShop['addPerson']>) => pinShop.addPerson(...person)

const set = (body: object) => pinShop.set(body)

describe('on a tablet whose store asks who acts', () => {
  it('nothing is done without a PIN, and what is done names the person and the tablet', async () => {
    const personId = await addPerson('Sam', '4071')
    const order = await arrivedOrder(shop, 'named')
    const refused = await device.act(shop, order.serviceId, 'acknowledge')
    expect([refused.status, refused.body.code]).toEqual([403, 'pin_required'])
    const wrong = await device.enter(shop, '9999')
    expect([wrong.body.code, wrong.headers.getSetCookie()]).toEqual(['pin_wrong', []])
    expect((await device.call(shop, acting)).body).toMatchObject({ name: null })
    expect((await device.act(shop, order.serviceId, 'acknowledge')).body.code).toBe('pin_required')

    const entered = await device.enter(shop, '4071')
    expect(entered.body).toEqual({ name: 'Sam', seconds: 60, turn: expect.stringMatching(/./) })
    expect(entered.headers.getSetCookie()[0]).toMatch(/^baycall\.acting=.*; Max-Age=60; HttpOnly; SameSite=Lax$/)
    const done = await device.act(shop, order.serviceId, 'acknowledge')
    expect(done.body).toMatchObject({ acknowledgedBy: 'Sam · Counter 1' })
    expect(done.headers.getSetCookie()[0]).toMatch(/^baycall\.acting=/)
    const event = await prisma().orderEvent.findFirstOrThrow({ where: { ...query(), eventType: 'acknowledged' } })
    expect(event).toMatchObject({ actor: 'staff', actorId: tabletId, actorName: 'Sam · Counter 1' })
    const line = await prisma().auditEntry.findFirstOrThrow({ where: { ...query(), action: 'order.acted' } })
    expect(line).toMatchObject({ actorKind: 'tablet', actorId: tabletId, actorName: 'Sam · Counter 1' })
    expect(line.details).toEqual({ act: 'acknowledge', destinationId: shop.destinationId, by: personId })

    const sent = { headers: manager, query: query(), params: { personId } }
    await contract.expect(`PUT ${pin}`, 200, null, { ...sent, body: { pin: '5082' } })
    expect((await device.act(shop, order.serviceId, 'complete')).body.code).toBe('pin_required')
    expect((await device.enter(shop, '4071')).body.code).toBe('pin_wrong')
    expect((await device.enter(shop, '5082')).status).toBe(200)
    await contract.expect(`DELETE ${pin}`, 204, null, sent)
    expect((await device.act(shop, order.serviceId, 'complete')).body.code).toBe('pin_required')
    expect((await device.enter(shop, '5082')).body.code).toBe('pin_wrong')
    const told = await prisma().auditEntry.findMany({ where: { ...query(), subjectId: personId } })
    expect(told.map(({ action }) => action).sort()).toEqual(['pin.removed', 'pin.set', 'pin.set'])
    expect(JSON.stringify(told, (_, value) => (typeof value === 'bigint' ? 0 : value))).not.toMatch(/4071|5082/)
  })

  it('a proof is of that tablet, unaltered, and over when somebody leaves; a store may ask otherwise', async () => {
    await addPerson('Kim', '6093')
    const order = await arrivedOrder(shop, 'proof')
    const { device: other } = await pairedTablet(contract, shop, manager, { name: 'Counter 2' })
    await device.enter(shop, '6093')
    const proof = device.cookies.find((one) => one.startsWith('baycall.acting=')) ?? ''
    const tried = (cookie: string) => {
      const headers = { ...other.headers, cookie: `${other.cookies.join('; ')}; ${cookie}` }
      const body = { projectId: shop.projectId, action: 'acknowledge' }
      return shop.call(`/api/staff/orders/${order.serviceId}/actions`, { method: 'POST', body, headers, key: null })
    }
    expect((await tried(proof)).body.code).toBe('pin_required')
    expect((await tried(`${proof}x`)).body.code).toBe('pin_required')
    expect((await tried('baycall.acting=..')).body.code).toBe('pin_required')
    const left = await device.call(shop, acting, { method: 'DELETE' })
    expect(left.headers.getSetCookie()[0]).toMatch(/^baycall\.acting=; Path=\/; Max-Age=0;/)
    const address = `/api/staff/stores/settings?${new URLSearchParams({ ...query(), destinationId: shop.destinationId })}`
    const setStore = (pinForActions: boolean | null) =>
      shop.call(address, { method: 'PATCH', body: { pinForActions }, headers: manager, key: null })
    await setStore(false)
    const { body } = await other.act(shop, order.serviceId, 'acknowledge')
    expect(body).toMatchObject({ acknowledgedBy: 'Counter 2' })
    await setStore(null)
    expect((await other.act(shop, order.serviceId, 'complete')).body.code).toBe('pin_required')
  })

  it('who acts is who the tablet shows: an answer that comes late brings nobody back who has left', async () => {
    await addPerson('Ana', '7316')
    await addPerson('Bob', '7423')
    const order = await arrivedOrder(shop, 'late')
    const turnOf = async (pin: string) => String((await device.enter(shop, pin)).body.turn)
    const cookieOf = () => device.cookies.find((one) => one.startsWith('baycall.acting=')) ?? ''
    const anas = await turnOf('7316')
    const late = cookieOf()
    const bobs = await turnOf('7423')
    const actAs = (shown: string, action: string) => {
      const cookie = [...device.cookies.filter((one) => !one.startsWith('baycall.acting=')), late].join('; ')
      const body = { projectId: shop.projectId, action }
      const headers = { ...device.headers, cookie, 'x-acting': shown }
      return shop.call(`/api/staff/orders/${order.serviceId}/actions`, { method: 'POST', body, headers, key: null })
    }
    // Ana's last answer, which her browser got behind Bob's PIN, or behind "not you?".
    for (const shown of [bobs, 'nobody']) {
      const refused = await actAs(shown, 'acknowledge')
      expect([refused.status, refused.body.code, refused.headers.getSetCookie()]).toEqual([403, 'pin_required', []])
      const address = `/api/staff/orders/${order.serviceId}/reveal`
      const cookie = [...device.cookies.filter((one) => !one.startsWith('baycall.acting=')), late].join('; ')
      const headers = { ...device.headers, cookie, 'x-acting': shown }
      const revealed = await shop.call(address, { method: 'POST', body: query(), headers, key: null })
      expect([revealed.status, revealed.body.code]).toEqual([403, 'pin_required'])
    }
    const done = await actAs(anas, 'acknowledge')
    expect(done.body).toMatchObject({ acknowledgedBy: 'Ana · Counter 1' })
    // Of the same turn, however often it is renewed; entered again it is another.
    device.cookies = [...device.cookies.filter((one) => !one.startsWith('baycall.acting=')), late]
    expect((await device.call(shop, acting)).body).toMatchObject({ name: 'Ana', turn: anas })
    expect(await turnOf('7316')).not.toBe(anas)
  })

  it('a shorter time counts at once for who is named already, and is what they stay named for', async () => {
    const typed = '5306'
    await addPerson('Mina', typed)
    await set({ pinForActions: true, pinSeconds: 600 })
    try {
      const begun = new Date()
      const request = new Request(shop.baseUrl)
      const tablet = await findTabletByCookie(new Request(shop.baseUrl, { headers: device.headers }), begun)
      if (!tablet) throw new Error('The tablet is not known')
      const { cookies } = await enterPin(tablet, typed, { request, now: begun })
      const shown = new Request(shop.baseUrl, { headers: { cookie: `${device.cookies[0]}; ${cookies[0]}` } })
      const named = await findTabletByCookie(shown, begun)
      if (!named) throw new Error('The tablet is not known')
      const later = (seconds: number) => new Date(begun.getTime() + seconds * 1000)
      expect((await findActing(named, later(500))).name).toBe('Mina')
      await set({ pinSeconds: 30 })
      expect(await findActing(named, later(20))).toMatchObject({ name: 'Mina', seconds: 10 })
      expect((await stillNamed(named, later(20)))[0]).toContain('Max-Age=30;')
      await expect(whoActs(named, later(31))).rejects.toMatchObject({ code: 'pin_required' })
      expect(await stillNamed(named, later(31))).toEqual([])
    } finally {
      await set({ pinSeconds: null })
    }
  })

  it('nobody is shown whose order it is without a PIN either, and the record names who was', async () => {
    const personId = await addPerson('Noa', '6284')
    await device.call(shop, acting, { method: 'DELETE' })
    const order = await arrivedOrder(shop, 'shown')
    const body = query()
    const reveal = () => device.call(shop, `/api/staff/orders/${order.serviceId}/reveal`, { method: 'POST', body })
    const refused = await reveal()
    expect([refused.status, refused.body.code]).toEqual([403, 'pin_required'])
    await device.enter(shop, '6284')
    const shown = await reveal()
    expect([shown.status, shown.body.orderId]).toEqual([200, 'shown'])
    expect(shown.headers.getSetCookie()[0]).toMatch(/^baycall\.acting=/)
    const lines = await prisma().auditEntry.findMany({ where: { ...query(), action: 'order.revealed' } })
    expect(lines).toMatchObject([{ actorId: tabletId, actorName: 'Noa · Counter 1', details: { by: personId } }])
    const statuses = await Promise.all(Array.from({ length: 40 }, () => reveal().then(({ status }) => status)))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    await device.call(shop, acting, { method: 'DELETE' })
  })
})

describe('a PIN', () => {
  it('is one person’s in a project, kept so that a copy of the database tells none', async () => {
    const chen = (await shop.signIn({ name: 'Chen Wei' })).headers
    const body = { pin: '821594' }
    await contract.expect(`PUT ${own}`, 200, null, { headers: chen, query: query(), body })
    await contract.expect(`GET ${own}`, 200, null, { headers: chen, query: query() })
    const personId = await addPerson('Ola', '3926')
    const taken = { ...query(), name: 'Second', pin: '821594', destinationIds: null }
    await contract.expect(`POST ${pins}`, 409, 'pin_taken', { headers: manager, body: taken })
    const target = { headers: manager, query: query(), params: { personId } }
    await contract.expect(`PUT ${pin}`, 409, 'pin_taken', { ...target, body })
    await contract.expect(`PUT ${own}`, 409, 'pin_taken', { headers: manager, query: query(), body })
    for (const obvious of ['1234', '0000', '98765', '123', '1234567', '12a4']) {
      const sent = { headers: chen, query: query(), body: { pin: obvious } }
      await contract.expect(`PUT ${own}`, 400, 'field_invalid', sent)
    }
    const tries = await prisma().auditEntry.findMany({ where: { ...query(), action: 'pin.taken' } })
    expect(tries.map(({ subjectName }) => subjectName).sort()).toEqual(['Ada Mensah', 'Ola', 'Second'])
    const rows = await prisma().staffPin.findMany({ where: query() })
    expect(rows.every(({ digest }) => digest.length === 32)).toBe(true)
    expect((await device.enter(shop, '821594')).body).toMatchObject({ name: 'Chen Wei' })
    await contract.expect(`DELETE ${own}`, 204, null, { headers: chen, query: query() })
    await contract.expect(`DELETE ${own}`, 404, 'person_not_found', { headers: chen, query: query() })
    expect((await device.enter(shop, '821594')).body.code).toBe('pin_wrong')
    const mine = await contract.expect(`POST ${acting}`, 403, 'right_missing', { headers: chen, body })
    expect(mine.text).toContain('signed in yourself')
    await contract.expect(`GET ${acting}`, 200, null, { headers: chen })
    await contract.expect(`DELETE ${acting}`, 204, null, { headers: chen })
  })

  it('of somebody above a manager is set by nobody else, and a manager may take it away', async () => {
    const owner = (await shop.signIn({ role: 'owner', name: 'Olga Owner' })).headers
    await contract.expect(`PUT ${own}`, 200, null, { headers: owner, query: query(), body: { pin: '731804' } })
    const list = { headers: manager, query: query() }
    const { body } = await contract.expect(`GET ${pins}`, 200, null, list)
    const { people } = body as { people: { personId: string; name: string; maySet: boolean }[] }
    const named = (name: string) => people.find((one) => one.name === name)
    expect([named('Olga Owner')?.maySet, named('Ada Mensah')?.maySet]).toEqual([false, true])
    const target = { ...list, params: { personId: named('Olga Owner')?.personId ?? '' } }
    await contract.expect(`PUT ${pin}`, 403, 'right_missing', { ...target, body: { pin: '285710' } })
    expect((await device.enter(shop, '731804')).body).toMatchObject({ name: 'Olga Owner' })
    const colleague = { ...target, headers: (await shop.signIn({ role: 'owner' })).headers }
    await contract.expect(`PUT ${pin}`, 200, null, { ...colleague, body: { pin: '285710' } })
    await contract.expect(`DELETE ${pin}`, 204, null, target)
  })

  it('of an owner or a manager has six digits, and a shorter one from before they were that names nobody', async () => {
    const member = await shop.signIn({ name: 'Pia Long' })
    const { email } = member.account
    const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email } })
    const mine = { headers: member.headers, query: query() }
    const others = { ...mine, headers: manager, params: { personId: userId } }
    const shown = await contract.expect(`PUT ${own}`, 200, null, { ...mine, body: { pin: '6174' } })
    expect(shown.body).toMatchObject({ leastDigits: 4 })
    const order = await arrivedOrder(shop, 'promoted')
    expect((await device.enter(shop, '6174')).body).toMatchObject({ name: 'Pia Long' })
    const become = (role: 'manager' | 'staff') =>
      prisma().membership.updateMany({ where: { ...query(), userId }, data: { role } })
    await become('manager')
    expect((await device.act(shop, order.serviceId, 'acknowledge')).body.code).toBe('pin_required')
    const short = await device.enter(shop, '6174')
    expect([short.status, short.body]).toEqual([403, expect.objectContaining({ code: 'pin_wrong', reason: 'short' })])
    expect(short.headers.getSetCookie()).toEqual([])
    expect((await contract.expect(`GET ${own}`, 200, null, mine)).body).toMatchObject({ leastDigits: 6 })
    for (const sent of [`PUT ${own}`, `PUT ${pin}`]) {
      const asked = sent.endsWith(own) ? mine : others
      const { body } = await contract.expect(sent, 400, 'field_invalid', { ...asked, body: { pin: '61740' } })
      expect(body).toMatchObject({ errors: [{ path: 'pin', message: expect.stringContaining('6 digits') }] })
      await contract.expect(sent, 200, null, { ...asked, body: { pin: sent.endsWith(own) ? '617403' : '617409' } })
    }
    expect((await device.enter(shop, '617409')).body).toMatchObject({ name: 'Pia Long' })
    expect((await device.act(shop, order.serviceId, 'acknowledge')).status).toBe(200)
    await become('staff')
    await contract.expect(`PUT ${own}`, 200, null, { ...mine, body: { pin: '6174' } })
    expect((await device.enter(shop, '6174')).body).toMatchObject({ name: 'Pia Long' })
    await device.call(shop, acting, { method: 'DELETE' })
  })

  it('of one’s own is chosen a few times a day and no more, since each choice tells whether somebody has it', async () => {
    const memberships = [{ projectId: shop.projectId, role: 'staff' as const, destinationIds: null }]
    const { email } = await createStaff({ projectId: shop.projectId })
    const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email } })
    const who = { kind: 'staff' as const, userId, name: 'Curious', email: '', sessionId: '', memberships }
    const asked = { request: new Request(shop.baseUrl), now: new Date() }
    const choose = (typed: number) =>
      setOwnPin(who, shop.projectId, String(typed), asked).then(
        () => 'set',
        (error) => error,
      )
    for (let typed = 1; typed <= 9; typed += 1) expect(await choose(641_000 + 7 * typed)).toBe('set')
    const refused = await choose(641_777)
    expect(refused.code).toBe('too_many_requests')
    expect(Number(refused.extras.headers['retry-after'])).toBeGreaterThan(3_600)
  })

  it('is taken in the stores of its person alone, and set by managers for those', async () => {
    const { destinationId } = await createStore(shop.projectId)
    const { device: there } = await pairedTablet(contract, shop, manager, { destinationId })
    const personId = await addPerson('Only here', '5837', [shop.destinationId])
    expect((await there.enter(shop, '5837')).body.code).toBe('pin_wrong')
    expect((await device.enter(shop, '5837')).body).toMatchObject({ name: 'Only here' })
    const narrowed = (await shop.signIn({ role: 'manager', destinationIds: [destinationId], name: 'Narrow' })).headers
    const staff = (await shop.signIn()).headers
    const nowhere = randomUUID()
    const body = { ...query(), name: 'New', pin: '2749', destinationIds: [shop.destinationId] }
    await contract.expect(`POST ${pins}`, 404, 'store_not_found', { headers: narrowed, body })
    await contract.expect(`POST ${pins}`, 404, 'store_not_found', {
      headers: narrowed,
      body: { ...body, destinationIds: null },
    })
    const target = { headers: narrowed, query: query(), params: { personId } }
    await contract.expect(`PUT ${pin}`, 404, 'person_not_found', { ...target, body: { pin: '2749' } })
    await contract.expect(`DELETE ${pin}`, 404, 'person_not_found', target)
    const { body: seen } = await contract.expect(`GET ${pins}`, 200, null, { headers: narrowed, query: query() })
    expect(seen).toMatchObject({ people: [{ name: 'Narrow' }], rules: { stores: [{ destinationId }] } })
    for (const [headers, projectId, status, code] of [
      [staff, shop.projectId, 403, 'right_missing'],
      [manager, nowhere, 404, 'project_not_found'],
    ] as const) {
      const at = { headers, query: { projectId }, params: { personId } }
      await contract.expect(`GET ${pins}`, status, code, at)
      await contract.expect(`POST ${pins}`, status, code, { headers, body: { ...body, projectId } })
      await contract.expect(`POST ${pins}/find`, status, code, { headers, body: { projectId, search: 'n' } })
      await contract.expect(`PUT ${pin}`, status, code, { ...at, body: { pin: '2749' } })
      await contract.expect(`DELETE ${pin}`, status, code, at)
    }
    const elsewhere = { headers: manager, query: { projectId: nowhere } }
    await contract.expect(`GET ${own}`, 404, 'project_not_found', elsewhere)
    await contract.expect(`PUT ${own}`, 404, 'project_not_found', { ...elsewhere, body: { pin: '2749' } })
    await contract.expect(`DELETE ${own}`, 404, 'project_not_found', elsewhere)
  })
})
