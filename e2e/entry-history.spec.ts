import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { expect, type History, test } from '@/e2e/setup/history'
import { looks } from '@/e2e/setup/looks'
import { signIn } from '@/e2e/setup/staff'

test.beforeEach(async ({ context, own }) => signIn(context, own))

const entries = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('button', { name: /: details$/ }) })
const countOf = (page: Page) => page.getByRole('status').filter({ hasText: /^[\d,]+ ?entr/ })
const busyHours = (page: Page) => page.getByRole('slider', { name: 'Busiest hours' })
const overTime = (page: Page) => page.getByRole('slider', { name: 'Entries over time' })
const numberIn = (text: string | null) => Number(text?.replace(/\D/g, ''))

/** The address of last December in the store, as a manager's filters make it. */
const december = ({ year }: History) =>
  `/entries?store=ringwood&from=${year}-11-30T23:00:00.000Z&to=${year}-12-31T23:00:00.000Z`

async function drawnAt(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(entries(page).first()).toBeVisible()
  await expect(overTime(page)).toBeVisible()
}

/** Where the browser keeps what its own dialog for files would have been asked to save. */
const saveWithoutAsking = (page: Page) =>
  page.addInitScript(() => {
    Reflect.set(window, 'showSaveFilePicker', async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    )
  })

const savedFile = (page: Page, name: string) =>
  page.evaluate(async (of) => {
    const folder = await navigator.storage.getDirectory()
    const file = await folder.getFileHandle(of).catch(() => null)
    return file && (await (await file.getFile()).text())
  }, name)

function topRow(page: Page): Promise<string> {
  return entries(page).evaluateAll((rows) => {
    const top = rows.find((row) => row.getBoundingClientRect().top > 100)
    return `${top?.getAttribute('aria-rowindex')} at ${Math.round(top?.getBoundingClientRect().top ?? -1)}`
  })
}

test('a manager opens last December, goes into its busiest hour and to its end, shares it and takes it along', async ({
  page,
  browser,
  own,
  history: { year, friday, name },
}) => {
  await page.goto('/entries')
  await page.getByRole('button', { name: /Store$/ }).click()
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: /by arrival here/ }).click()
  await page.getByLabel('From', { exact: true }).fill(`${year}-12-01T00:00`)
  await page.getByLabel('Until').fill(`${year + 1}-01-01T00:00`)
  await page.getByRole('button', { name: 'Show this range' }).click()

  await expect(page.getByRole('button', { name: /^Busiest: Friday 17:00–18:00/ })).toBeVisible()
  const cell = busyHours(page).locator('[data-cell="4 17"]')
  await cell.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await cell.click()
  const behind = page.getByRole('dialog', { name: 'Friday 17:00–18:00' })
  await behind
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: `${friday} Dec ${year}` })
    .click()
  await expect(countOf(page)).toHaveText('260entries')
  await expect(page).toHaveURL(new RegExp(`from=${year}-12-${String(friday).padStart(2, '0')}T16:00:00.000Z`))

  const first = await entries(page).first().textContent()
  const theEnd = page.getByText('That is all: 260 entries.')
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, 2_000))
    await expect(theEnd).toBeInViewport({ timeout: 50 })
  }).toPass({ intervals: [20] })
  const place = await topRow(page)
  await entries(page).nth(-3).getByRole('button').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy entry' })).toBeVisible()
  await expect(page).toHaveURL(/entry=.*when=/)
  const opened = {
    address: page.url(),
    title: (await page.getByRole('dialog').getByRole('heading').first().textContent()) ?? '',
  }
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await topRow(page)).toBe(place)

  const colleague = await browser.newContext({ baseURL: own.baseUrl })
  await signIn(colleague, own)
  const theirs = await colleague.newPage()
  await theirs.goto(page.url())
  await expect(countOf(theirs)).toHaveText((await countOf(page).textContent()) ?? '')
  await expect(entries(theirs).first()).toHaveText(first ?? '')
  // An entry that stands far below the first page, and its neighbours.
  await theirs.goto(opened.address)
  await expect(theirs.getByRole('dialog').getByRole('heading').first()).toHaveText(opened.title)
  await theirs.keyboard.press('Escape')
  await expect(entries(theirs).filter({ hasText: opened.title.slice(0, 8) })).toBeInViewport()
  await theirs.goto(`${page.url()}&entry=nowhere`)
  await expect(theirs.getByText('The entry that the address names is not among these')).toBeVisible()
  await colleague.close()

  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await page.reload()
  await page.getByRole('button', { name: 'Export 260' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('link', { name: 'Download' }).click()
  const [head, ...lines] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n')
  expect(head).toContain('entryId')
  expect(lines).toHaveLength(numberIn(await countOf(page).textContent()))
  expect(new Set(lines).size).toBe(260)
})

test('charts, their tables and the rows agree to the unit, and all of them lead to rows', async ({ page, history }) => {
  await drawnAt(page, december(history))
  const total = numberIn(await countOf(page).textContent())
  await page.getByRole('button', { name: 'Entries over time: show the table' }).click()
  const days = page.getByRole('table', { name: 'Entries over time' })
  const cells = await days.getByRole('cell').allTextContents()
  expect(cells).toHaveLength(31)
  expect(cells.map(numberIn).reduce((sum, count) => sum + count, 0)).toBe(total)
  const friday = days.getByRole('row', { name: `Friday ${history.friday} December` })
  const ofFriday = numberIn(await friday.getByRole('cell').textContent())
  await friday.getByRole('button').click()
  await expect(countOf(page)).toHaveText(`${ofFriday}entries`)
  await page.getByRole('button', { name: 'Whole week' }).click()
  await expect(countOf(page)).not.toHaveText(`${ofFriday}entries`)
  await page.goBack()
  await page.goBack()
  await expect(countOf(page)).toHaveText(`${total.toLocaleString('en-GB')}entries`)

  // Drawn over by keys: the last three days.
  await page.getByRole('button', { name: 'Entries over time: show the chart' }).click()
  await overTime(page).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(overTime(page)).toHaveAttribute('aria-valuetext', /^29–31 Dec/)
  const ofThree = numberIn(((await overTime(page).getAttribute('aria-valuetext')) ?? '').split(': ')[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(countOf(page)).toHaveText(`${ofThree}entries`)
  await page.goBack()

  // And by pointing: from the tenth of the days to the twelfth.
  const box = (await overTime(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const at = (day: number) => box.x + (box.width * (day - 0.5)) / 31
  await page.mouse.move(at(10), box.y + 80)
  await page.mouse.down()
  await page.mouse.move(at(11), box.y + 90)
  await page.mouse.move(at(12), box.y + 100)
  await page.mouse.up()
  await expect(page.getByRole('button', { name: /^10–12 Dec/ })).toBeVisible()
  // Drawn anew, in hours.
  await expect(overTime(page)).toHaveAttribute('aria-valuemax', '71')

  // A finger sees first what it points at; the next tap chooses it.
  const hours = page.url()
  await page.touchscreen.tap(box.x + box.width / 2, box.y + 80)
  await expect(overTime(page)).toHaveAttribute('aria-valuetext', /12:00 – 13:00/)
  expect(page.url()).toBe(hours)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + 80)
  await expect(page.getByRole('button', { name: /^11 Dec.*12:00 – 13:00/ })).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: 'Zones', exact: true }).click()
  const dock = page.getByRole('listitem').filter({ hasText: 'Loading dock B' })
  const ofDock = numberIn((await dock.textContent())?.replace('Loading dock B', '') ?? '')
  await dock.getByRole('button').click()
  await expect(countOf(page)).toHaveText(`${ofDock}entries`)
  await expect(page.getByRole('list', { name: 'Filters in use' })).toContainText('Loading dock B')

  await page.getByRole('button', { name: 'Hide charts' }).click()
  await expect(overTime(page)).toHaveCount(0)
  await page.reload()
  await expect(countOf(page)).toHaveText(`${ofDock}entries`)
  await expect(page.getByRole('button', { name: 'Show charts' })).toBeVisible()
})

test('a file that is whole is saved with its progress, and of one that breaks off nothing is left', async ({
  page,
  history,
}) => {
  await saveWithoutAsking(page)
  await page.goto(december(history))
  const total = numberIn(await countOf(page).textContent())
  const button = page.getByRole('button', { name: `Export ${total.toLocaleString('en-GB')}` })
  const dialog = page.getByRole('dialog')
  const file = `entries-${history.year}-11-30.ndjson`
  await button.click()
  await dialog.getByRole('radio', { name: /JSON object a line/ }).press(' ')

  let breakOff = () => {}
  const breaking = createServer((_, answer) => {
    answer.writeHead(200, { 'x-total-count': String(total) })
    answer.write('{"entryId":"1"}\n')
    breakOff = () => answer.destroy()
  })
  const { port } = await new Promise<AddressInfo>((resolve) =>
    breaking.listen(0, '127.0.0.1', () => resolve(breaking.address() as AddressInfo)),
  )
  await page.route('**/entries/export?*', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }))
  await dialog.getByRole('button', { name: 'Save as a file' }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expect(dialog.getByText(/^1 of /)).toBeVisible()
  await page.keyboard.press('Escape')
  breakOff()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('The export failed.')
  await button.click()
  await dialog.getByRole('radio', { name: /JSON object a line/ }).press(' ')
  await expect(dialog.getByRole('alert')).toContainText('broke off before it was whole. No file was left')
  expect(await savedFile(page, file)).toBeNull()
  await page.unroute('**/entries/export?*')
  breaking.close()

  // Old entries may go between the count and the file.
  await page.route('**/entries/export?*', (route) =>
    route.fulfill({ headers: { 'x-total-count': String(total) }, body: '{"entryId":"1"}\n{"entryId":"2"}\n' }),
  )
  await dialog.getByRole('button', { name: 'Save as a file' }).click()
  await expect(dialog.getByRole('status')).toContainText('2 rows')
  expect((await savedFile(page, file))?.trimEnd().split('\n')).toHaveLength(2)

  await page.unroute('**/entries/export?*')
  await dialog.getByRole('button', { name: 'Save as a file' }).click()
  await expect(dialog.getByRole('status')).toContainText(`${total.toLocaleString('en-GB')} rows`)
  const lines = ((await savedFile(page, file)) ?? '').trimEnd().split('\n')
  expect(lines).toHaveLength(total)
  expect(new Set(lines.map((line) => JSON.parse(line).entryId)).size).toBe(total)
})

/** Every address that a page asks for or shows from now on. */
function addressesOf(page: Page): () => string {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('framenavigated', (frame) => asked.push(frame.url()))
  return () => decodeURIComponent([...asked, page.url()].join('\n').replaceAll('+', ' '))
}

test('a view of one phone is saved, chosen on another tablet, renamed and deleted, and no address tells the phone', async ({
  page,
  browser,
  own,
  history,
}) => {
  const addresses = addressesOf(page)
  const chips = (of: Page) => of.getByRole('list', { name: 'Filters in use' })
  await drawnAt(page, `${december(history)}&os=iOS`)
  const all = (await countOf(page).textContent()) ?? ''
  await entries(page).first().getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Only these: Install' }).click()
  await expect(chips(page)).toContainText(/Install phone-\d+/)
  const [installRef = ''] = /phone-\d+/.exec((await chips(page).textContent()) ?? '') ?? []
  await expect(countOf(page)).not.toHaveText(all)
  const one = (await countOf(page).textContent()) ?? ''
  await page.reload()
  await expect(chips(page)).toContainText(installRef)
  await expect(countOf(page)).toHaveText(one)
  const views = page.getByRole('button', { name: 'Views' })
  const menu = page.getByRole('dialog')
  await views.click()
  await menu.getByLabel('Save what is filtered as').fill('iPhones in December')
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu.getByRole('button', { name: 'iPhones in December', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await menu.getByLabel('Save what is filtered as').fill('IPHONES in december ')
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu.getByText('You have a view of that name already.')).toBeVisible()

  const tablet = await browser.newContext({ baseURL: own.baseUrl })
  await signIn(tablet, own)
  const there = await tablet.newPage()
  const addressesThere = addressesOf(there)
  await there.goto('/entries')
  await there.getByRole('button', { name: 'Views' }).click()
  await there.getByRole('button', { name: 'iPhones in December', exact: true }).click()
  await expect(countOf(there)).toHaveText(one)
  await expect(chips(there)).toContainText('iOS')
  await expect(chips(there)).toContainText(installRef)
  // It can be typed as well; one that is mistyped in the address is passed over.
  await there.getByRole('button', { name: 'Remove filter: Install' }).click()
  await expect(countOf(there)).toHaveText(all)
  await there.getByRole('button', { name: /^Filter/ }).click()
  await there.getByLabel('Install').fill(installRef)
  await there.getByRole('button', { name: 'Show these' }).click()
  await expect(countOf(there)).toHaveText(one)
  await there.goto(there.url().replace('install=', 'install=x'))
  await expect(countOf(there)).toHaveText(all)
  await expect(chips(there)).not.toContainText('Install')
  await tablet.close()
  expect(page.url()).toContain('install=')
  for (const told of [addresses(), addressesThere()]) {
    expect(told).toMatch(/entries\/summary\?.*sealedInstall=/)
    expect(told).not.toMatch(/phone-\d/)
  }

  // No finger's, as the keys that follow: the second tap of one is kept from the whole list.
  await menu.getByRole('button', { name: 'Rename iPhones in December' }).press('Enter')
  const name = menu.getByLabel('New name of iPhones in December')
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('button', { name: 'Rename iPhones in December' })).toBeFocused()
  await page.keyboard.press('Enter')
  await name.fill('Phones')
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('button', { name: 'Rename Phones' })).toBeFocused()
  await menu.getByLabel('Save what is filtered as').fill('Tablets')
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  const first = menu.getByRole('button', { name: 'Delete Phones' })
  const next = menu.getByRole('button', { name: 'Delete Tablets' })
  await expect(next).toBeVisible()
  await first.hover()
  const bin = await first.boundingBox()
  if (!bin) throw new Error('It has a place.')
  const spot = [bin.x + bin.width / 2, bin.y + bin.height / 2] as const
  // The next one moves up to where it was: a second tap deletes nothing.
  await page.mouse.click(...spot)
  await first.waitFor({ state: 'detached' })
  await page.mouse.click(...spot)
  await expect(page.getByText('View deleted: Phones')).toBeVisible()
  await expect(next).toBeVisible()
  await next.press('Enter')
  await expect(menu.getByText('No views yet.')).toBeVisible()
})

test('what comes meanwhile is told and stands still until it is asked for; a time is gone to by its date', async ({
  page,
  own,
  history,
}) => {
  await page.goto('/entries?store=ringwood')
  const first = await entries(page).first().textContent()
  await page.keyboard.press('g')
  await page.getByLabel('Date and time').fill(`${history.year}-12-24T13:30`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Filters in use' })).toContainText('24 Dec')
  await expect(page.getByRole('cell', { name: /24 December/ })).toBeVisible()
  await page.keyboard.press('g')
  await page.getByLabel('Date and time').fill('2001-01-01T00:00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Nothing before this time' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the newest' }).last().click()
  await expect(entries(page).first()).toHaveText(first ?? '')

  const entry = { destinationId: 'ringwood', entryTime: new Date().toISOString() }
  const sent = await page.request.post(`${own.baseUrl}/api/prod1/entry`, {
    headers: { 'x-service-api-key': own.secretKey },
    data: { projectId: own.projectId, entries: [entry, entry, entry] },
  })
  expect(sent.status()).toBe(200)
  const news = page.getByRole('button', { name: /^3 new/ })
  await expect(news).toBeVisible()
  await expect(entries(page).first()).toHaveText(first ?? '')
  await news.click()
  await expect(news).toHaveCount(0)
  await expect(entries(page).first()).toContainText('just now')
})

for (const { name, use } of looks) {
  test.describe(name, () => {
    test.use(use)

    test('charts, tables, views and the export are without a barrier', async ({ page, history }) => {
      const isSound = async () => {
        expect(await violationsOn(page)).toEqual([])
        await expect.poll(() => overflowOf(page)).toBe(0)
      }
      await drawnAt(page, december(history))
      await isSound()
      await page
        .getByRole('button', { name: /: show the table$/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Hours', exact: true }).click()
      await page.getByRole('button', { name: 'Busiest hours: show the table' }).click()
      await isSound()
      await page.getByRole('button', { name: 'Busiest hours: show the chart' }).click()
      await page.getByRole('button', { name: /^Busiest: / }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      await isSound()
      await page.keyboard.press('Escape')
      for (const name of ['Filter', 'Views', 'Jump to time', /^Export/]) {
        await page.getByRole('button', { name }).first().click()
        await expect(page.getByRole('dialog')).toBeInViewport()
        await isSound()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    })
  })
}
