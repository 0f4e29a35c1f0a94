import { randomUUID } from 'node:crypto'
import type { Page, ViewportSize } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { expect, test } from '@/e2e/setup/story'

/** An endpoint of the page with its form open. */
async function tryOut(page: Page, name: string) {
  const endpoint = page.getByRole('article', { name })
  await endpoint.getByText(`Try it: ${name}`).click()
  return {
    endpoint,
    write: (body: unknown) => endpoint.getByRole('textbox', { name: 'Body' }).fill(JSON.stringify(body)),
    send: () => endpoint.getByRole('button', { name: 'Send' }).click(),
    answer: endpoint.getByRole('group', { name: 'Body of the answer' }),
  }
}

test('a reader who is not signed in tries the API from its page', async ({ page, demo }) => {
  await page.goto('/docs')
  await page.getByRole('textbox', { name: 'API key' }).fill(demo.secretKey)
  await page.getByLabel('Project', { exact: true }).fill(demo.projectId)
  await page.getByLabel('Store', { exact: true }).fill('station-square')

  const create = await tryOut(page, 'Create an order')
  const example = JSON.parse(await create.endpoint.getByRole('textbox', { name: 'Body' }).inputValue())
  expect(example).toMatchObject({ projectId: demo.projectId, destinationId: 'station-square', eventType: 'onTheWay' })
  const order = { ...example, orderId: randomUUID(), eventType: 'registration' }
  await create.write(order)
  await expect(create.endpoint.getByRole('group', { name: 'As a curl line' })).not.toContainText(demo.secretKey)
  await create.send()
  await expect(create.endpoint.getByText('201 Created')).toBeVisible()
  await expect(create.answer).toContainText('"status": "Registered"')
  await create.send()
  await expect(create.endpoint.getByText('409 Conflict')).toBeVisible()
  await expect(create.answer).toContainText('"type": "/docs#order_exists"')

  const update = await tryOut(page, 'Update an order')
  await update.endpoint.getByLabel('orderId').fill(order.orderId)
  await update.write({ projectId: demo.projectId, eventType: 'cancelled' })
  await update.send()
  await expect(update.answer).toContainText('"status": "Cancelled"')
})

test('the access token of a session that a reader opens is sent from then on', async ({ page, demo }) => {
  await page.goto('/docs')
  const open = await tryOut(page, 'Open a session')
  await open.write(demo.manager)
  await open.send()
  await expect(open.endpoint.getByText('201 Created')).toBeVisible()
  const search = await tryOut(page, 'Search entry events')
  await search.write({ projectId: demo.projectId, pageSize: 1 })
  await search.send()
  await expect(search.answer).toContainText('"paginationToken"')
})

test("a problem's type leads to its code and what to do", async ({ page }) => {
  await page.goto('/docs#order_exists')
  await expect(page.locator('#order_exists')).toBeInViewport()
  await expect(page.locator('#order_exists')).toContainText('forceOverwrite: true')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('the page with a form open is without a barrier, and as wide as the screen', async ({ page, viewport }) => {
      await page.goto('/docs')
      const create = await tryOut(page, 'Create an order')
      await create.send()
      await expect(create.endpoint.getByText('401 Unauthorized')).toBeVisible()
      await expect.poll(() => overflowOf(page)).toBe(0)
      await page.setViewportSize({ width: 320, height: 640 })
      await expect.poll(() => overflowOf(page)).toBe(0)
      await page.setViewportSize(viewport as ViewportSize)
      // A hundred endpoints look alike, and take long to look through: those of orders stand for them.
      await page.locator('main > section + section + section').evaluateAll((others) => {
        for (const one of others) one.remove()
      })
      expect(await violationsOn(page)).toEqual([])
    })
  })
}
