import { randomInt } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { openShop, type Shop } from '@/integration/shop'
import { whileHeld } from '@/integration/while-held'
import { prisma } from '@/lib/db'
import { createStaff } from '@/prisma/factories/project'

let shop: Shop
let owner: Browser

/** Somebody of the shop, signed in, with the session that they have by that. */
async function comesIn(role: 'owner' | 'manager' | 'staff') {
  const account = await createStaff({ projectId: shop.projectId, role })
  const browser = new Browser(shop)
  await browser.signIn(account)
  const { id } = await prisma().user.findUniqueOrThrow({ where: { email: account.email } })
  return { browser, id }
}

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  owner = (await comesIn('owner')).browser
})

const at = () => `?projectId=${shop.projectId}`
const newPin = () => ({ pin: String(randomInt(100_000, 1_000_000)) })
const pinsOf = (personId: string) => prisma().staffPin.count({ where: { projectId: shop.projectId, personId } })

describe('a PIN that is set at the moment when its person is taken out', () => {
  it.each([
    ['themselves', 'project_not_found', (own: Browser) => own.send('PUT', `/api/staff/pin${at()}`, newPin())],
    [
      'an owner',
      'person_not_found',
      (_: Browser, id: string) => owner.send('PUT', `/api/staff/pins/${id}${at()}`, newPin()),
    ],
  ] as const)('by %s does not stay behind', async (_, code, setPin) => {
    const { browser, id } = await comesIn('staff')
    // They have one already, which is among the last that go with a person. Not their session: requests note its use.
    expect((await browser.send('PUT', `/api/staff/pin${at()}`, newPin())).status).toBe(200)
    const pin = 'select 1 from staff_pin where project_id = $1 and person_id = $2 for update'
    const [removed, set] = await whileHeld(pin, [shop.projectId, id], async ({ wait, release }) => {
      const removed = owner.send('DELETE', `/api/staff/people/${id}${at()}`)
      expect(await wait(1)).toBe(true)
      const set = setPin(browser, id)
      await Promise.race([set, wait(2)])
      await release()
      return Promise.all([removed, set])
    })
    expect([removed.status, set.body.code]).toEqual([204, code])
    expect(await pinsOf(id)).toBe(0)
  })

  it('goes with them where it was first', async () => {
    const { browser, id } = await comesIn('staff')
    expect((await browser.send('PUT', `/api/staff/pin${at()}`, newPin())).status).toBe(200)
    const pin = 'select 1 from staff_pin where project_id = $1 and person_id = $2 for update'
    const [set, removed] = await whileHeld(pin, [shop.projectId, id], async ({ wait, release }) => {
      const set = browser.send('PUT', `/api/staff/pin${at()}`, newPin())
      expect(await wait(1)).toBe(true)
      const removed = owner.send('DELETE', `/api/staff/people/${id}${at()}`)
      expect(await wait(2)).toBe(true)
      await release()
      return Promise.all([set, removed])
    })
    expect([set.status, removed.status]).toEqual([200, 204])
    expect(await pinsOf(id)).toBe(0)
  })

  it('nor does one of somebody without an account who is taken away meanwhile', async () => {
    const named = { projectId: shop.projectId, name: 'Sam', destinationIds: null }
    const { body } = await owner.send('POST', '/api/staff/pins', { ...named, ...newPin() })
    const id = String(body.personId)
    const pin = 'select 1 from staff_pin where project_id = $1 and person_id = $2 for update'
    const [removed, set] = await whileHeld(pin, [shop.projectId, id], async ({ wait, release }) => {
      const removed = owner.send('DELETE', `/api/staff/pins/${id}${at()}`)
      expect(await wait(1)).toBe(true)
      const set = owner.send('PUT', `/api/staff/pins/${id}${at()}`, newPin())
      expect(await wait(2)).toBe(true)
      await release()
      return Promise.all([removed, set])
    })
    expect([removed.status, set.body.code]).toEqual([204, 'person_not_found'])
    expect(await pinsOf(id)).toBe(0)
  })
})

describe('a PIN that is taken away', () => {
  it('is the one that was there: one that its person sets meanwhile stays', async () => {
    const { browser, id } = await comesIn('staff')
    expect((await browser.send('PUT', `/api/staff/pin${at()}`, newPin())).status).toBe(200)
    const pin = 'select 1 from staff_pin where project_id = $1 and person_id = $2 for update'
    const [set, removed] = await whileHeld(pin, [shop.projectId, id], async ({ wait, release }) => {
      const set = browser.send('PUT', `/api/staff/pin${at()}`, newPin())
      expect(await wait(1)).toBe(true)
      const removed = owner.send('DELETE', `/api/staff/pins/${id}${at()}`)
      expect(await wait(2)).toBe(true)
      await release()
      return Promise.all([set, removed])
    })
    expect([set.status, removed.body.code]).toEqual([200, 'person_not_found'])
    expect(await pinsOf(id)).toBe(1)
  })

  it('stays where its person has become an owner meanwhile', async () => {
    const boss = await comesIn('manager')
    const { browser, id } = await comesIn('staff')
    expect((await browser.send('PUT', `/api/staff/pin${at()}`, newPin())).status).toBe(200)
    const part = 'select 1 from membership where project_id = $1 and user_id = $2 for update'
    const [made, removed] = await whileHeld(part, [shop.projectId, id], async ({ wait, release }) => {
      const made = owner.send('PATCH', `/api/staff/people/${id}${at()}`, { role: 'owner', destinationIds: null })
      expect(await wait(1)).toBe(true)
      const removed = boss.browser.send('DELETE', `/api/staff/pins/${id}${at()}`)
      await Promise.race([removed, wait(2)])
      await release()
      return Promise.all([made, removed])
    })
    expect([made.status, removed.body.code]).toEqual([200, 'person_not_found'])
    expect(await pinsOf(id)).toBe(1)
  })
})

describe('a PIN that somebody sets while they are being taken out', () => {
  const named = () => ({ projectId: shop.projectId, name: 'Sam', destinationIds: null, ...newPin() })
  const count = () => prisma().staffPin.count({ where: { projectId: shop.projectId } })

  it.each([
    ['of somebody new', 'store_not_found', (by: Browser) => by.send('POST', '/api/staff/pins', named())],
    [
      'of a colleague',
      'person_not_found',
      (by: Browser, colleague: string) => by.send('PUT', `/api/staff/pins/${colleague}${at()}`, newPin()),
    ],
  ] as const)('%s is not kept', async (_, code, setPin) => {
    const [leaving, colleague] = await Promise.all([comesIn('owner'), comesIn('staff')])
    const before = await count()
    const membership = 'select 1 from membership where project_id = $1 and user_id = $2 for update'
    const [removed, set] = await whileHeld(membership, [shop.projectId, leaving.id], async ({ wait, release }) => {
      const removed = owner.send('DELETE', `/api/staff/people/${leaving.id}${at()}`)
      expect(await wait(1)).toBe(true)
      const set = setPin(leaving.browser, colleague.id)
      await Promise.race([set, wait(2)])
      await release()
      return Promise.all([removed, set])
    })
    expect([removed.status, set.body.code]).toEqual([204, code])
    expect(await count()).toBe(before)
  })
})

it('a PIN is set by nobody who could not give what its person has become meanwhile', async () => {
  const [{ browser: manager }, { id }] = [await comesIn('manager'), await comesIn('staff')]
  const membership = 'select 1 from membership where project_id = $1 and user_id = $2 for update'
  const [promoted, set] = await whileHeld(membership, [shop.projectId, id], async ({ wait, release }) => {
    const promoted = owner.send('PATCH', `/api/staff/people/${id}${at()}`, { role: 'owner', destinationIds: null })
    expect(await wait(1)).toBe(true)
    const set = manager.send('PUT', `/api/staff/pins/${id}${at()}`, newPin())
    await Promise.race([set, wait(2)])
    await release()
    return Promise.all([promoted, set])
  })
  expect([promoted.status, set.status, set.body.code]).toEqual([200, 404, 'person_not_found'])
  expect(await pinsOf(id)).toBe(0)
})

describe('a PIN that a manager set', () => {
  const becomes = (id: string, role: string, destinationIds: string[] | null) =>
    owner.send('PATCH', `/api/staff/people/${id}${at()}`, { role, destinationIds })

  it('names its person no more once they are more than the manager could make them', async () => {
    const [{ browser: manager }, { id }] = [await comesIn('manager'), await comesIn('staff')]
    expect((await manager.send('PUT', `/api/staff/pins/${id}${at()}`, newPin())).status).toBe(200)
    expect((await becomes(id, 'staff', [shop.destinationId])).status).toBe(200)
    expect(await pinsOf(id)).toBe(1)
    expect((await becomes(id, 'owner', null)).status).toBe(200)
    expect(await pinsOf(id)).toBe(0)
    const told = await prisma().auditEntry.findMany({ where: { subjectId: id }, orderBy: { sequence: 'asc' } })
    expect(told.map(({ action }) => action).slice(-3)).toEqual(['person.changed', 'person.changed', 'pin.removed'])
  })

  it('and that they have set anew themselves, stays theirs', async () => {
    const [{ browser: manager }, { id, browser }] = [await comesIn('manager'), await comesIn('staff')]
    await manager.send('PUT', `/api/staff/pins/${id}${at()}`, newPin())
    expect((await browser.send('PUT', `/api/staff/pin${at()}`, newPin())).status).toBe(200)
    expect((await becomes(id, 'manager', null)).status).toBe(200)
    expect(await pinsOf(id)).toBe(1)
  })
})
