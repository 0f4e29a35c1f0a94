import { signIn } from '@/e2e/setup/staff'
import { expect, policies, test } from '@/e2e/setup/story'

const smuggled =
  '<script>window.ran = "script"</script><img src="/none.png" onerror="window.ran = \'handler\'"><style>main { color: red }</style>'

test('what somebody has smuggled into a page does not run, frame a page or send a form elsewhere', async ({
  browser,
  demo,
}) => {
  // A context of its own: that of the story must see nothing refused.
  const context = await browser.newContext({ baseURL: demo.baseUrl })
  await signIn(context, demo)
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => refused.push(...(policies.test(message.text()) ? [message.text()] : [])))
  await page.route('/board', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('</main>', `${smuggled}</main>`) })
  })
  await page.goto('/board')
  await expect(page.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = '/sign-in'
    const form = document.createElement('form')
    form.action = 'https://elsewhere.example/'
    document.body.append(frame, form)
    form.submit()
  })
  for (const part of [/inline script/i, /event handler/i, /inline style/i, /^framing/i, /form data/i]) {
    await expect.poll(() => refused.some((text) => part.test(text)), { message: String(part) }).toBe(true)
  }
  expect(await page.evaluate(() => [Reflect.get(window, 'ran') ?? 'nothing ran', window.location.pathname])).toEqual([
    'nothing ran',
    '/board',
  ])
  await context.close()
})
