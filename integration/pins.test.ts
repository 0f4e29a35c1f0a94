import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { openShop, type Shop } from '@/integration/shop'
import { arrivedOrder } from '@/integration/staff'
import { pairedTablet, type TabletDevice } from '@/integration/tablet'
import { whileHeld } from '@/integration/while-held'
import { prisma, sql } from '@/lib/db'
import { limitPinSetting } from '@/lib/limits/service'
import { countTry, findWait, forgiveTry } from '@/lib/pin-tries/data'
import { enterPin, findActing, stillNamed, whoActs } from '@/lib/pins/acting'
import {
  forgottenEachS,
  mostListedPeople,
  waitsAfter,
  wrongADay,
  wrongADayInStore,
  wrongADayOnNew,
  wrongDayS,
} from '@/lib/pins/model'
import { setOwnPin } from '@/lib/pins/service'
import { findTabletByCookie } from '@/lib/tablets/credential'
import { createStaff, createStore } from '@/prisma/factories/project'

const pins = '/api/staff/pins'
const pin = `${pins}/{personId}`
const own = '/api/staff/pin'
const acting = '/api/staff/acting'

let contract: Contract
let shop: Shop
let manager: Record<string, string>
let device: TabletDevice
let tabletId: string

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  manager = (await shop.signIn({ role: 'manager', name: 'Ada Mensah' })).headers
  const paired = await pairedTablet(contract, shop, manager)
  device = paired.device
  tabletId = paired.tabletId
  await set({ pinForActions: true })
})

beforeEach(() => forgetTries())

const query = () => ({ projectId: shop.projectId })
const set = (body: object) =>
  shop.call(`/api/staff/projects/${shop.projectId}/settings`, { method: 'PATCH', body, headers: manager, key: null })

async function addPerson(name: string, typed: string, destinationIds: string[] | null = null): Promise<string> {
  const body = { ...query(), name, pin: typed, destinationIds }
  const added = await contract.expect(`POST ${pins}`, 201, null, { headers: manager, body })
  return (added.body as { personId: string }).personId
}

const forgetTries = () =>
  prisma().tablet.updateMany({
    where: { ...query(), tabletId },
    data: { pinForgottenAt: null, pinWaitUntil: null, pinDayUntil: null },
  })

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

  it('five wrong PINs make it wait, also for the right one, and each further one for longer', async () => {
    await addPerson('Lee', '7104')
    await device.call(shop, acting, { method: 'DELETE' })
    const tries = await Promise.all(Array.from({ length: 12 }, () => device.enter(shop, '9999')))
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array(5).fill(403), ...Array(7).fill(429)])
    const refused = await device.enter(shop, '7104')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20)
    expect((await device.call(shop, acting)).body.name).toBeNull()

    let now = new Date()
    const later = (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    }
    const tried = () => countTry(shop.projectId, tabletId, now)
    for (const [seconds, failures] of [
      [waitsAfter[5], 6],
      [waitsAfter[6], 7],
      [waitsAfter[7], 8],
    ] as const) {
      expect([seconds, await tried()]).toEqual([seconds, null])
      later(seconds)
      expect(await tried()).toMatchObject({ failures })
    }
    const [begun, untilOver] = [now.getTime(), 14 * 60 * 60 * 1000]
    let looked = 0
    while (now.getTime() < begun + untilOver) {
      const counted = await tried()
      if (counted) looked += 1
      now = counted && counted.until > now ? counted.until : new Date(now.getTime() + 30_000)
    }
    // With the eight before they are a day's: it goes on tomorrow.
    expect(looked).toBe(wrongADay - 8)
    expect(now.getTime()).toBeGreaterThan(begun + (wrongDayS - 3_600) * 1000)
    expect(await countTry(shop.projectId, tabletId, new Date(now.getTime() - 1000))).toBeNull()
    const right = await tried()
    expect(right).toMatchObject({ failures: 1, ofDay: 1 })
    if (right) await forgiveTry(shop.projectId, tabletId, right)
    expect(await tried()).toMatchObject({ failures: 1, ofDay: 1 })
  })

  it('guesses that are too slow to make it wait are told of all the same, and end for the day', async () => {
    const request = new Request(shop.baseUrl, { headers: device.headers })
    const tablet = await findTabletByCookie(request, new Date())
    if (!tablet) throw new Error('the tablet is paired no longer')
    const begun = Date.now()
    const guess = (n: number) => {
      const now = new Date(begun + n * (forgottenEachS + 60) * 1000)
      return enterPin(tablet, '9999', { request, now }).catch((error: unknown) => error)
    }
    for (let n = 0; n < wrongADay; n += 1) expect(await guess(n)).toMatchObject({ code: 'pin_wrong' })
    const where = { ...query(), action: 'pin.refused', subjectId: tabletId, at: { gt: new Date(begun + 60_000) } }
    const lines = await prisma().auditEntry.findMany({ where, orderBy: { sequence: 'asc' } })
    expect(lines.map(({ details }) => details)).toEqual(
      Array.from({ length: wrongADay / 10 }, (_, tenth) => 10 * (tenth + 1)).map((ofDay) => ({
        destinationId: shop.destinationId,
        wrong: 1,
        ofDay,
        ofStore: ofDay,
      })),
    )
    const refused = await guess(wrongADay)
    expect(refused).toMatchObject({ code: 'too_many_requests', extras: { members: { interval: 36_000 } } })
  })

  it('somebody’s own PIN in between forgives no guess, and the record tells that somebody guesses', async () => {
    await addPerson('Ida', '3058')
    const answers: unknown[] = []
    for (let guess = 0; guess < 5; guess += 1) {
      answers.push((await device.enter(shop, '3058')).status, (await device.enter(shop, '9999')).status)
    }
    expect(answers).toEqual(Array(5).fill([200, 403]).flat())
    expect((await device.enter(shop, '3058')).body.code).toBe('too_many_requests')
    const where = { ...query(), action: 'pin.refused', subjectId: tabletId }
    const [line] = await prisma().auditEntry.findMany({ where, orderBy: { sequence: 'desc' } })
    expect(line).toMatchObject({ actorKind: 'tablet', subjectName: 'Counter 1', details: { wrong: 5 } })
    await device.call(shop, acting, { method: 'DELETE' })
  })

  it('a right PIN that the server is too busy to look at is no wrong one', async () => {
    await addPerson('Una', '4729')
    await device.call(shop, acting, { method: 'DELETE' })
    const answers = await whileHeld('lock table staff_pin in access exclusive mode', [], ({ wait }) => {
      const asked = Promise.all(Array.from({ length: 5 }, () => device.enter(shop, '4729')))
      return wait(1).then((isHeld) => (isHeld ? asked : []))
    })
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(503))
    const { pinDayWrong } = await prisma().tablet.findFirstOrThrow({ where: { ...query(), tabletId } })
    expect(pinDayWrong).toBe(0)
    expect((await device.enter(shop, '4729')).body).toMatchObject({ name: 'Una' })
    await device.call(shop, acting, { method: 'DELETE' })
  })

  it('nobody is shown whose order it is without a PIN either, and the record names who was', async () => {
    const personId = await addPerson('Noa', '6284')
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

describe('wrong PINs on several tablets', () => {
  const typed = '4826'

  /** A project of its own with a person, and the tablet of a store that goes on for all the others do. */
  async function opened() {
    const at = await openShop(inject('baseUrl'))
    const { headers } = await at.signIn({ role: 'manager' })
    const body = { projectId: at.projectId, name: 'Ina', pin: typed, destinationIds: null }
    await contract.expect(`POST ${pins}`, 201, null, { headers, body })
    return { at, headers, ...(await pairedTablet(contract, at, headers)) }
  }

  /** Tablets on which so many wrong ones were tried today, and which were unpaired then. */
  async function tried(projectId: string, destinationId: string, wrong: number[], pairedAt = new Date()) {
    const until = new Date(Date.now() + 3 * 60 * 60 * 1000)
    const of = {
      projectId,
      destinationId,
      name: 'Counter 9',
      device: 'Chrome',
      pairedBy: 'm',
      pairedByName: 'M',
      pairedAt,
    }
    const day = { pinDayUntil: until, revokedAt: new Date() }
    const data = wrong.map((pinDayWrong) => ({ ...of, ...day, tabletId: randomUUID(), pinDayWrong }))
    await prisma().tablet.createMany({ data })
  }

  it('are those of their store: each tenth is told, and behind a few hundred none is taken there that day', async () => {
    const { at, headers, device, tabletId } = await opened()
    const { destinationId } = await createStore(at.projectId)
    const elsewhere = await pairedTablet(contract, at, headers, { destinationId })
    // Four on each tablet make none wait, and a tablet that is paired anew has four more.
    await tried(at.projectId, at.destinationId, [4, 4, 1])
    expect((await device.enter(at, '9999')).body.code).toBe('pin_wrong')
    const where = { projectId: at.projectId, action: 'pin.refused' }
    expect(await prisma().auditEntry.findMany({ where })).toMatchObject([
      { subjectId: tabletId, details: { wrong: 1, ofDay: 1, ofStore: 10 } },
    ])
    // Who asks what it waits for when that has just been forgiven waits for nothing.
    const now = new Date()
    expect(await findWait(at.projectId, tabletId, now)).toEqual({ until: now, isAlone: true })
    await tried(at.projectId, at.destinationId, [wrongADayInStore.few - 11])
    expect((await device.enter(at, typed)).body).toMatchObject({ name: 'Ina' })
    expect((await device.enter(at, '9999')).body.code).toBe('pin_wrong')
    const refused = await device.enter(at, typed)
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({
        reason: 'store',
        detail: 'Too many wrong PINs on several tablets. Try again in 3 h.',
      }),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3 * 60 * 60 - 60)
    expect((await elsewhere.device.enter(at, typed)).body).toMatchObject({ name: 'Ina' })
    // What is not counted waits for nobody: each that waited would hold a connection that other stores need.
    const turn = 'select pg_advisory_xact_lock(hashtextextended($1, 435))'
    const amidATry = await whileHeld(turn, [`${at.projectId} ${at.destinationId}`], () => device.enter(at, typed))
    expect([amidATry.status, amidATry.body.reason]).toEqual([429, 'store'])
    // Of those that hang there longer each brings its own: more people enter theirs there.
    const pairedAt = new Date(Date.now() - (wrongADayOnNew.newForS + 60) * 1000)
    const of = { projectId: at.projectId, destinationId: at.destinationId, tabletId: randomUUID(), pairedAt }
    await prisma().tablet.create({ data: { ...of, name: 'Door', device: 'Chrome', pairedBy: 'm', pairedByName: 'M' } })
    expect((await device.enter(at, typed)).body).toMatchObject({ name: 'Ina' })
    const tomorrow = new Date(Date.now() + 3.1 * 60 * 60 * 1000)
    expect(await countTry(at.projectId, tabletId, tomorrow)).toMatchObject({ ofDay: 3, ofStore: 3 })
  })

  it('that come at one moment are counted one behind the other, so that each tenth is told', async () => {
    const { at, headers, tabletId } = await opened()
    const others = await Promise.all(
      ['Hatch', 'Door', 'Bay'].map(async (name) => (await pairedTablet(contract, at, headers, { name })).tabletId),
    )
    const now = new Date()
    const tries = [tabletId, ...others].flatMap((one) =>
      Array.from({ length: 5 }, () => countTry(at.projectId, one, now)),
    )
    const counted = (await Promise.all(tries)).map((one) => one?.ofStore)
    expect(counted.sort((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    )
  })

  it('are those of their project on tablets that are new there: others go on', async () => {
    const { at, headers, device } = await opened()
    const other = await createStore(at.projectId)
    const elsewhere = await pairedTablet(contract, at, headers, { destinationId: other.destinationId })
    const { few, eachStore, ownOfStore, newForS } = wrongADayOnNew
    const stores = await Promise.all(['A', 'B', 'C', 'D'].map((name) => createStore(at.projectId, { name })))
    // Whoever manages some of the stores takes what is not the others' own.
    const beyond = (few + 6 * eachStore) / 4
    for (const { destinationId } of stores) await tried(at.projectId, destinationId, [ownOfStore, beyond])
    expect((await device.enter(at, typed)).body).toMatchObject({ name: 'Ina' })
    await tried(at.projectId, at.destinationId, [ownOfStore - 1])
    expect((await device.enter(at, '9999')).body.code).toBe('pin_wrong')
    expect((await device.enter(at, typed)).body).toMatchObject({ code: 'too_many_requests', reason: 'store' })
    expect((await elsewhere.device.enter(at, typed)).body).toMatchObject({ name: 'Ina' })
    const ago = new Date(Date.now() - (newForS + 60) * 1000)
    const longThere = { projectId: at.projectId, destinationId: at.destinationId }
    await prisma().tablet.updateMany({ where: longThere, data: { pairedAt: ago } })
    expect((await device.enter(at, typed)).body).toMatchObject({ name: 'Ina' })
    await tried(at.projectId, other.destinationId, [ownOfStore])
    expect((await elsewhere.device.enter(at, typed)).body.code).toBe('too_many_requests')
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

describe('a list of more people than it holds', () => {
  const strange = `50 % off_ 'now' "or" \\ never`
  let many: Shop
  let theirs: string
  let personOf: Map<string, string>

  beforeAll(async () => {
    many = await openShop(inject('baseUrl'))
    theirs = (await createStore(many.projectId)).destinationId
    const rows = await sql<{ person_id: string; name: string }>(
      'make-pin-people',
      `insert into staff_pin (project_id, person_id, has_account, name, destination_ids, digest, set_at)
       select $1, gen_random_uuid()::text, false, one.name, one.stores, sha256(convert_to(one.name, 'UTF8')), now()
       from (
         select 'Person ' || lpad(n::text, 3, '0') as name, case when n % 2 = 0 then jsonb_build_array($2::text) end as stores
         from generate_series(1, 250) n
         union all select 'Zoe', jsonb_build_array($3::text)
         union all select 'Both', jsonb_build_array($2::text, $3::text)
         union all select $4, null
       ) one
       returning person_id, name`,
      [many.projectId, many.destinationId, theirs, strange],
    )
    personOf = new Map(rows.map((row) => [row.name, row.person_id]))
  })

  type Listed = { people: { personId: string; name: string }[]; hasMore: boolean; rules: object }
  const manage = async (name: string, destinationIds?: string[]) => {
    const given = { role: 'manager' as const, name, ...(destinationIds && { destinationIds }) }
    const { headers } = await many.signIn(given)
    const list = async (search?: string) => {
      const { projectId } = many
      const { body } =
        search === undefined
          ? await contract.expect(`GET ${pins}`, 200, null, { headers, query: { projectId } })
          : await contract.expect(`POST ${pins}/find`, 200, null, { headers, body: { projectId, search } })
      return body as Listed
    }
    const find = async (search?: string) => {
      const { people, hasMore } = await list(search)
      return { names: people.map(({ name }) => name), hasMore }
    }
    const target = (name: string) => {
      const params = { personId: personOf.get(name) ?? '' }
      return { headers, query: { projectId: many.projectId }, params }
    }
    return { list, find, target }
  }

  it('tells the first and that there are more, and a search finds the others, whose PINs are set as any', async () => {
    const { list, find, target } = await manage('Ada Mensah')
    const first = await list()
    expect([first.people.length, first.hasMore]).toEqual([mostListedPeople, true])
    const names = first.people.map(({ name }) => name)
    expect(names.slice(0, 4)).toEqual([strange, 'Ada Mensah', 'Both', 'Person 001'])
    expect(names).not.toContain('Person 250')
    expect(await list(' ')).toEqual(first)
    for (const search of ['PERSON 250', ' son 250 ', personOf.get('Person 250')]) {
      const { people, hasMore, rules } = await list(search)
      expect([people.map(({ name }) => name), hasMore, rules]).toEqual([['Person 250'], false, first.rules])
    }
    expect((await find('person')).hasMore).toBe(true)
    expect(await find('mensah')).toEqual({ names: ['Ada Mensah'], hasMore: false })
    const set = await contract.expect(`PUT ${pin}`, 200, null, { ...target('Person 250'), body: { pin: '2749' } })
    expect(set.body).toMatchObject({ name: 'Person 250', destinationIds: [many.destinationId], maySet: true })
    await contract.expect(`DELETE ${pin}`, 204, null, target('Person 249'))
    expect(await find('Person 249')).toEqual({ names: [], hasMore: false })
  })

  it('tells a manager of other stores nothing of those who have more, whatever is searched for', async () => {
    const { find, target } = await manage('Narrow', [theirs])
    const { names, hasMore } = await find()
    expect([names, hasMore]).toEqual([['Narrow', 'Zoe'], false])
    expect(await find('zoe')).toEqual({ names: ['Zoe'], hasMore: false })
    for (const name of ['Person 001', 'Person 002', 'Both', strange]) {
      for (const search of [name, personOf.get(name)]) {
        expect([search, await find(search)]).toEqual([search, { names: [], hasMore: false }])
      }
      await contract.expect(`PUT ${pin}`, 404, 'person_not_found', { ...target(name), body: { pin: '8346' } })
      await contract.expect(`DELETE ${pin}`, 404, 'person_not_found', target(name))
    }
    expect(await find('person')).toEqual({ names: [], hasMore: false })
    await contract.expect(`PUT ${pin}`, 200, null, { ...target('Zoe'), body: { pin: '8346' } })
  })

  it('is searched for signs as they are', async () => {
    const { find, target } = await manage('Third')
    for (const search of ['%', "'now'", '"or"', '\\', strange]) {
      expect([search, (await find(search)).names]).toEqual([search, [strange]])
    }
    for (const search of ['person_250', 'p%250', "';--", 'x'.repeat(128), '🚗'.repeat(128)]) {
      expect([search, await find(search)]).toEqual([search, { names: [], hasMore: false }])
    }
    const { headers, query: asked } = target('')
    for (const search of ['', 'x'.repeat(129)]) {
      await contract.expect(`POST ${pins}/find`, 400, 'field_invalid', { headers, body: { ...asked, search } })
    }
    // What is searched for stands in no address.
    await contract.expect(`GET ${pins}`, 400, 'field_invalid', { headers, query: { ...asked, search: 'p' } })
  })
})

describe('how many PINs people ask for in a day has an end, however many of them ask', () => {
  type Asker = Partial<Parameters<typeof limitPinSetting>[1]>
  const setting = (projectId: string) => (by: Asker) =>
    limitPinSetting('others', {
      userId: randomUUID(),
      projectId,
      role: 'manager',
      destinationIds: ['a'],
      people: 5,
      ...by,
    }).then(
      () => 'counted',
      ({ code }) => code,
    )

  /** How many of so many are counted, twenty at a time. */
  async function countOf(tries: number, ask: () => Promise<string>): Promise<number> {
    const answers: string[] = []
    while (answers.length < tries) answers.push(...(await Promise.all(Array.from({ length: 20 }, ask))))
    return answers.filter((answer) => answer === 'counted').length
  }

  it('in a store; in others people go on, and so do those who have all', async () => {
    const ask = setting(randomUUID())
    expect(await countOf(340, () => ask({}))).toBe(300)
    expect(await ask({ destinationIds: ['b', 'a'] })).toBe('too_many_requests')
    expect(await ask({ destinationIds: ['b'] })).toBe('counted')
    expect(await ask({ destinationIds: null })).toBe('counted')
  })

  it('in many stores together, but for the first ones of each', async () => {
    const ask = setting(randomUUID())
    const most = 2 * 20 + 400 + 2 * 5
    const inTwo = ['a', 'b'].map((store) => countOf(240, () => ask({ destinationIds: [store] })))
    expect((await Promise.all(inTwo)).reduce((sum, count) => sum + count)).toBe(most)
    expect(await ask({ destinationIds: ['a'] })).toBe('too_many_requests')
    expect(await countOf(40, () => ask({ destinationIds: ['c'] }))).toBe(20)
    expect(await ask({ destinationIds: null })).toBe('counted')
    expect(await ask({ role: 'owner', destinationIds: null })).toBe('counted')
  })

  it('and what is refused for others’ sake takes none of one’s own', async () => {
    const setIn = setting(randomUUID())
    const ask = (by: Asker) => setIn({ people: 100, ...by })
    await countOf(300, () => ask({}))
    const userId = randomUUID()
    expect(await countOf(220, () => ask({ userId }))).toBe(0)
    expect(await countOf(220, () => ask({ userId, destinationIds: ['b'] }))).toBe(200)
  })
})
