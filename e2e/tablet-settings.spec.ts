import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { made } from '@/e2e/setup/made'
import { expect, test } from '@/e2e/setup/own-project'
import { signIn } from '@/e2e/setup/staff'

test('of very many tablets and people a list says that there are more, and finds one by its name', async ({
  page,
  own,
}) => {
  await made('tablets', own.projectId)
  await signIn(page.context(), own)
  await page.goto(`${own.baseUrl}/settings/tablets`)
  const list = page.getByRole('region', { name: 'Paired tablets' })
  const find = list.getByRole('searchbox', { name: 'Find a paired tablet' })
  await expect(list.getByText('Not all tablets stand here')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(200)
  expect((await find.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await find.fill('counter 250')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('button', { name: 'Rename: Counter 250' }).click()
  await page.getByLabel('Name of the tablet').last().fill('Hatch')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(list.getByText('No tablet is called that')).toBeVisible()
  await find.fill('hatch')
  await expect(list.getByRole('button', { name: 'Rename: Hatch' })).toBeVisible()
  await find.fill('')
  await expect(list.getByRole('listitem')).toHaveCount(200)

  const people = page.getByRole('region', { name: 'People and their PINs' })
  await expect(people.getByText('Not all people stand here')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await people.getByRole('searchbox', { name: 'Find a person' }).fill('person 250')
  await expect(people.getByRole('listitem')).toHaveCount(1)
  // Nor in an address, which stands in a proxy's log.
  expect(asked).toContainEqual(expect.stringMatching(/\/api\/staff\/pins\/find$/))
  expect(asked.filter((address) => /250/.test(address))).toEqual([])
  expect(await violationsOn(page)).toEqual([])
  await expect.poll(() => overflowOf(page)).toBe(0)
  await people.getByRole('button', { name: 'Remove PIN: Person 250' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove PIN' }).click()
  await expect(people.getByText('Nobody is called that')).toBeVisible()
  await people.getByRole('searchbox', { name: 'Find a person' }).fill('')
  await expect(people.getByRole('listitem')).toHaveCount(200)
})

test('whoever says how long somebody stays named leaves what a colleague has decided of PINs meanwhile', async ({
  page,
  own,
}) => {
  await signIn(page.context(), { ...own, manager: own.owner })
  await page.goto(`${own.baseUrl}/settings/tablets`)
  await expect(page.getByRole('button', { name: 'Do not ask PIN' })).toBeVisible()
  const address = `${own.baseUrl}/api/staff/projects/${own.projectId}/settings`
  const asked = { data: { pinForActions: true }, headers: { origin: own.baseUrl } }
  expect((await page.request.patch(address, asked)).status()).toBe(200)
  await page.getByLabel('Stays named, in seconds').fill('120')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved: tablets have it at once').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask who acts PIN' })).toBeVisible()
  const { rules } = await (await page.request.get(`${own.baseUrl}/api/staff/pins?projectId=${own.projectId}`)).json()
  expect(rules.project).toEqual({ pinForActions: true, pinSeconds: 120 })
})
