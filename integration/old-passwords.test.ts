import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { openShop, type Shop } from '@/integration/shop'
import { createStaff } from '@/prisma/factories/project'

const own = '/api/staff/account'
const good = 'orange ferry under lamps'

let shop: Shop
let elsewhere: Shop

type Person = { browser: Browser; email: string; password: string }

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  elsewhere = await openShop(inject('baseUrl'))
})

async function comesIn(at = shop, role: 'staff' | 'owner' = 'staff'): Promise<Person> {
  const account = await createStaff({ projectId: at.projectId, role })
  const browser = new Browser(at)
  expect((await browser.signIn(account)).status).toBe(200)
  return { browser, ...account }
}

async function linkFor(email: string): Promise<string> {
  const { browser } = await comesIn(shop, 'owner')
  const { body } = await browser.send('GET', `/api/staff/people?projectId=${shop.projectId}`)
  const people = body.people as { userId: string; email: string }[]
  const { userId } = people.find((one) => one.email === email) ?? {}
  const made = await browser.send('POST', `/api/staff/people/${userId}/password-link?projectId=${shop.projectId}`)
  return String(made.body.link).split('/').at(-1) ?? ''
}

async function invitationOf(email: string): Promise<string> {
  const { browser } = await comesIn(elsewhere, 'owner')
  const body = { projectId: elsewhere.projectId, email, role: 'staff', destinationIds: null }
  const made = await browser.send('POST', '/api/staff/people/invitations', body)
  return String(made.body.link).split('/').at(-1) ?? ''
}

/** Somebody who knows a password: how they come in with it, and whether they are in still. */
type Knowing = { enter: () => Promise<number>; isIn: () => Promise<boolean> }

function byBrowser(credentials: object): Knowing {
  const browser = new Browser(shop)
  return { enter: async () => (await browser.signIn(credentials)).status, isIn: () => browser.isIn() }
}

function byInvitation(token: string, password: string): Knowing {
  const browser = new Browser(shop)
  const join = async () => (await browser.send('POST', '/api/staff/join', { token, password })).status
  return { enter: join, isIn: () => browser.isIn() }
}

function byProgram(body: object): Knowing {
  let headers = {}
  const enter = async () => {
    const opened = await shop.call('/api/prod1/sessions', { method: 'POST', body, key: null })
    headers = { authorization: `Bearer ${opened.body.accessToken}` }
    return opened.status
  }
  const isIn = async () => (await shop.call('/api/staff/session', { headers, key: null })).status === 200
  return { enter, isIn }
}

describe.each(['in the account', 'by a link'])('while a password is changed %s', (way) => {
  it('nobody comes in with the old one who is in afterwards, by browser, by program or by an invitation', async () => {
    const { browser, email, password } = await comesIn()
    const token = await linkFor(email)
    const invitation = await invitationOf(email)
    const change = async () => {
      const inside = { currentPassword: password, newPassword: good }
      if (way === 'in the account') return (await browser.send('POST', `${own}/password`, inside)).status
      return (await new Browser(shop).send('POST', '/api/staff/reset', { token, password: good })).status
    }
    const each = Array.from({ length: 6 }, () => [byBrowser({ email, password }), byProgram({ email, password })])
    const knowing = [...each.flat(), byInvitation(invitation, password)]
    const entering = knowing.map(({ enter }) => enter())
    expect(await change()).toBe(204)
    const statuses = await Promise.all(entering)
    expect(statuses.filter((status) => ![200, 201, 401].includes(status))).toEqual([])
    expect(await Promise.all(knowing.map(({ isIn }) => isIn()))).toEqual(knowing.map(() => false))
    const knowsNew = [byBrowser({ email, password: good }), byProgram({ email, password: good })]
    expect(await Promise.all(knowsNew.map(({ enter }) => enter()))).toEqual([200, 201])
    expect(await Promise.all(knowsNew.map(({ isIn }) => isIn()))).toEqual([true, true])
  })
})
