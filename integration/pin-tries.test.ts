import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Contract } from '@/integration/contract'
import { acting, PinShop, pins } from '@/integration/pin-shop'
import { openShop, type Shop } from '@/integration/shop'
import { pairedTablet, type TabletDevice } from '@/integration/tablet'
import { whileHeld } from '@/integration/while-held'
import { prisma } from '@/lib/db'
import { countTry, findWait, forgiveTry } from '@/lib/pin-tries/data'
import { enterPin } from '@/lib/pins/acting'
import { forgottenEachS, waitsAfter, wrongADay, wrongADayInStore, wrongADayOnNew, wrongDayS } from '@/lib/pins/model'
import { findTabletByCookie } from '@/lib/tablets/credential'
import { createStore } from '@/prisma/factories/project'

let pinShop: PinShop
let contract: Contract
let shop: Shop
let device: TabletDevice
let tabletId: string

beforeAll(async () => {
  pinShop = await PinShop.open()
  ;({ contract, shop, device, tabletId } = pinShop)
})

beforeEach(() => pinShop.forgetTries())

const query = () => pinShop.query()
const addPerson = (...person: Parameters<PinShop['addPerson']>) => pinShop.addPerson(...person)

describe('on a tablet whose store asks who acts', () => {
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
