import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/kerb'
import { openBoard, rowOf, signIn } from '@/e2e/setup/staff'

test.beforeEach(async ({ context, demo }) => signIn(context, demo))

test('the board can be installed: its manifest is whole, and its icons are as large as it says', async ({
  page,
  demo,
}) => {
  await openBoard(page, `/board/${demo.projectId}/oakfield`)
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(address ?? '')
  expect(answer.headers()['content-type']).toContain('manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({
    name: 'Baycall',
    start_url: '/board',
    display: 'standalone',
    theme_color: '#22262b',
  })
  const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (file) => {
      const image = new Image()
      image.src = file
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size).toBe(sizes)
  }
})

test('without a network an open board stays; a reload says what to do, and comes back by itself', async ({
  page,
  context,
  demo,
}) => {
  const customers = new Customers(demo, 'Offline')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await expect(page.getByText(/^Live · synced/)).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText(/^Reconnecting · synced/)).toBeVisible()
  await expect(rowOf(page, '10851')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
  await expect(page.getByText('It tries again by itself')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOn(page)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => overflowOf(page)).toBe(0)
  expect(page.url()).toContain(customers.boardPath)

  await context.setOffline(false)
  await expect(rowOf(page, '10851')).toBeVisible()
  await expect(page.getByText(/^Live · synced/)).toBeVisible()

  // Nothing is kept but the page for no network.
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.toSorted()).toEqual(['/offline-words.js', '/offline.css', '/offline.html', '/offline.js'])
})

test('the page for no network is of the version that is deployed: another one replaces it', async ({ page, demo }) => {
  await openBoard(page, `/board/${demo.projectId}/oakfield`)
  const version = () =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      return new URL(active?.scriptURL ?? location.href).searchParams.get('v')
    })
  const keptBy = () => page.evaluate(() => caches.keys())
  const deployed = await version()
  expect(deployed).toMatch(/^[0-9a-f]{16}$/)
  await expect.poll(keptBy).toEqual([`baycall-offline-${deployed}`])

  await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js?v=earlier')))
  await expect.poll(keptBy).toEqual(['baycall-offline-earlier'])
  await page.reload()
  await expect.poll(version).toBe(deployed)
  await expect.poll(keptBy).toEqual([`baycall-offline-${deployed}`])
})
