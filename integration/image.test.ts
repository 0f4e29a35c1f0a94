import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { files, Image, rooms } from '@/integration/setup/image'
import { createTestDatabase } from '@/integration/setup/test-database'
import { openShop } from '@/integration/shop'
import { inRoot, root } from '@/scripts/settings/places.mjs'

const limits = [
  ...['SECRET_KEY', 'PUBLISHABLE_KEY', 'PUBLISHABLE_KB', 'NEW_ORDERS', 'PROJECT_ORDERS', 'SIGN_IN', 'USER_TOKEN'],
].map((what) => `RATE_LIMIT_${what}`)

const image = new Image()
beforeAll(() => image.build())
afterAll(async () => {
  await image.stop()
  image.remove()
})

it('the image serves from files that it can’t change, as an account without rights, and writes nowhere else', async () => {
  const before = image.contents()
  // That an answer was slow is none of its files.
  const env = {
    DATABASE_URL: inject('databaseUrl'),
    BAYCALL_SECRET: inject('secret'),
    RATE_LIMIT_SIGN_IN: 'off',
    LOG_LEVEL: 'error',
  }
  const baseUrl = await image.start(env)
  expect(image.accountOf()).not.toBe(0)
  expect((await fetch(`${baseUrl}/api/health/ready`)).status).toBe(200)

  const shop = (await openShop(baseUrl)).at(baseUrl)
  expect((await shop.create('i1', { eventType: 'arrival' })).status).toBe(201)
  const { headers } = await shop.signIn({ role: 'owner' })
  expect(headers.authorization).toMatch(/^Bearer /)
  const page = await fetch(`${baseUrl}/sign-in`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
  const script = /\/_next\/static\/[^"]+\.js/.exec(await page.text())?.[0]
  expect((await fetch(`${baseUrl}${script}`)).status).toBe(200)

  expect(await image.stop()).toBe(0)
  expect(image.output()).toBe('')
  expect(image.contents()).toEqual(before)
})

it('the image says what it lacks: a database, a secret', async () => {
  const { url } = await createTestDatabase()
  await expect(image.start({ BAYCALL_SECRET: inject('secret') })).rejects.toThrow('Set DATABASE_URL')
  await expect(image.start({ DATABASE_URL: url })).rejects.toThrow('Set BAYCALL_SECRET')
})

it('its description asks for no more than it needs', () => {
  const dockerfile = readFileSync(inRoot('Dockerfile'), 'utf8')
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK .*\n.*\/api\/health\/ready/m)
  expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
  expect(dockerfile).toMatch(/npm ci --ignore-scripts/)
  // Without the second, what tests need stays where another package names it as an optional peer.
  expect(dockerfile).toMatch(/npm prune --omit=dev --legacy-peer-deps /)
  const [, baycall = '', database = ''] = readFileSync(inRoot('compose.yaml'), 'utf8').split(
    /^ {2}(?=baycall:|database:)/m,
  )
  for (const line of ['read_only: true', 'cap_drop: [ALL]', '"no-new-privileges:true"', 'tmpfs:']) {
    expect(baycall).toContain(line)
  }
  // The wall doesn't bind a superuser.
  expect(database).not.toContain('POSTGRES_USER')
  expect(database).toContain('./scripts/postgres/owner.sql:/docker-entrypoint-initdb.d/owner.sql:ro')
  // What may be set, its addresses, folders and processes apart.
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'METRICS_TOKEN', ...limits])
    expect(baycall).toContain(`${name}: \${${name}:-}`)
  // It is reached through the operator's proxy alone, which says where somebody comes from.
  expect(baycall).toMatch(/ports: \["127\.0\.0\.1:/)
  expect(baycall).toMatch(/TRUSTED_PROXIES: \$\{TRUSTED_PROXIES:-1\}/)
})

it('what lies beside the product, such as the file with its passwords, is in no image and in no commit', () => {
  const linesOf = (file: string) =>
    readFileSync(inRoot(file), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
  const [first, ...rest] = linesOf('.dockerignore')
  expect(first).toBe('*')
  const allowed = rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  // Styles are made by the build, which alone needs to know how.
  expect(allowed.sort()).toEqual([...rooms, ...files, 'postcss.config.js'].sort())
  // What comes last holds: nothing is let in after what is kept out.
  const keptOut = rest.slice(allowed.length)
  expect(keptOut.filter((line) => line.startsWith('!'))).toEqual([])
  expect(keptOut).toEqual(expect.arrayContaining(['**/.env*', '**/*.env', '**/customer*.json']))
  const beside = ['baycall.env', '.env', 'customer.json', 'customer-2.json']
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...beside], { cwd: root, encoding: 'utf8' })
  expect(ignored.trim().split('\n')).toEqual(beside)
})
