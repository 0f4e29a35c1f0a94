import { beforeAll, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { openShop, type Shop } from '@/integration/shop'
import { whileHeld } from '@/integration/while-held'
import { prisma } from '@/lib/db'
import { createStaff } from '@/prisma/factories/project'

let shop: Shop
beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
})

async function comesIn() {
  const account = await createStaff({ projectId: shop.projectId, role: 'owner' })
  const browser = new Browser(shop)
  expect((await browser.signIn(account)).status).toBe(200)
  const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email: account.email } })
  return { browser, userId }
}

const place = () => `projectId=${shop.projectId}`
const ofProject = (what: string) => `/api/staff/projects/${shop.projectId}/${what}`
const store = () => `${place()}&destinationId=${encodeURIComponent(shop.destinationId)}`

// What is changed is there before the session ends: hence a promise of what is sent.
const changes: [string, number, () => Promise<(by: Browser) => ReturnType<Browser['send']>>][] = [
  ['a project’s settings', 401, async () => (by) => by.send('PATCH', ofProject('settings'), { knownStoresOnly: true })],
  [
    'a store’s settings',
    401,
    async () => (by) => by.send('PATCH', `/api/staff/stores/settings?${store()}`, { name: 'Mole' }),
  ],
  ['what is personal', 401, async () => (by) => by.send('PATCH', ofProject('privacy'), { maskOnSharedBoards: true })],
  ['which stores there are', 401, async () => (by) => by.send('DELETE', `/api/staff/stores?${store()}`)],
  [
    'who is invited',
    404,
    async () => {
      const invitations = '/api/staff/people/invitations'
      const { browser } = await comesIn()
      const wanted = { projectId: shop.projectId, email: 'x@shop.example', role: 'staff', destinationIds: null }
      await browser.send('POST', invitations, wanted)
      const { invitationId } = await prisma().invitation.findFirstOrThrow({ where: { projectId: shop.projectId } })
      return (by) => by.send('DELETE', `${invitations}/${invitationId}?${place()}`)
    },
  ],
  [
    'who has a PIN',
    404,
    async () => {
      const { browser, userId } = await comesIn()
      const set = await browser.send('PUT', `/api/staff/pin?${place()}`, { pin: '482915' })
      expect(set.status).toBe(200)
      return (by) => by.send('DELETE', `/api/staff/pins/${userId}?${place()}`)
    },
  ],
]

it.each(changes)('a session that has ended meanwhile changes nothing: %s', async (_, status, prepare) => {
  const change = await prepare()
  const { browser, userId } = await comesIn()
  const lines = () =>
    prisma().auditEntry.count({ where: { projectId: shop.projectId, NOT: { action: { startsWith: 'account.' } } } })
  const before = await lines()
  const ending = 'delete from staff_session where user_id = $1'
  const answer = await whileHeld(ending, [userId], async ({ wait, keep }) => {
    const sent = change(browser)
    // Who asks has been let in by then: the end is not to be seen yet.
    await Promise.race([sent, wait(1)])
    await keep()
    return sent
  })
  expect(answer.status).toBe(status)
  expect(await lines()).toBe(before)
})
