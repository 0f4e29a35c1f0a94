import { Agent } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { Contract } from '@/integration/contract'
import { sendRaw } from '@/integration/raw-request'
import { startServer } from '@/integration/setup/test-server'
import { openShop } from '@/integration/shop'
import { pairedTablet } from '@/integration/tablet'
import { createStaff } from '@/prisma/factories/project'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const connections = new Agent({ keepAlive: true })
const ask = (path: string, from: string) =>
  sendRaw(server.baseUrl, { method: 'GET', path, headers: { 'x-forwarded-for': from } }, connections)

let server: TestServer
beforeAll(async () => {
  server = await startServer({ databaseUrl: inject('databaseUrl'), env: { WORKERS: '1', TRUSTED_PROXIES: '1' } })
  // Connections for those who ask for little, and the page has been loaded.
  await Promise.all([1, 2, 3].map((n) => ask('/sign-in', `203.0.113.${n}`)))
})
afterAll(() => server?.stop())

const perConnection = 7

/** One network asks for very many pages at once, on so many connections. `heads`: of all that has been answered so far. */
function flood(connectionCount: number) {
  const { port, host } = new URL(server.baseUrl)
  const get = `GET /sign-in HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 203.0.113.7\r\n`
  const told = Array.from({ length: connectionCount }, () => '')
  const all = told.map(async (_, at) => {
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
    socket.write(`${`${get}\r\n`.repeat(perConnection - 1)}${get}Connection: close\r\n\r\n`)
    for await (const text of socket) told[at] += text
  })
  const heads = () => told.flatMap((text) => text.match(/HTTP\/1\.1 [\s\S]*?\r\n\r\n/g) ?? [])
  // Whoever is refused is cut off, and may be told so by a reset.
  return { heads, done: Promise.allSettled(all) }
}

const made = (heads: string[]) => heads.filter((head) => head.startsWith('HTTP/1.1 200 '))

it('pages are made a few at a time: what is no page, and pages of others, come before those of who asks for very many', async () => {
  const asked = 30 * perConnection
  const { heads, done } = flood(30)
  await expect.poll(() => heads().length, { interval: 1, timeout: 30_000 }).toBeGreaterThan(0)
  const others = ['/api/health/live', '/sign-in'].map((path) =>
    ask(path, '203.0.113.9').then(({ status }) => ({ status, before: heads().length })),
  )
  for (const { status, before } of await Promise.all(others)) {
    expect(status).toBe(200)
    expect(before).toBeLessThan(asked / 4)
  }
  await done
  // On a machine that is very busy some may be told to come again, and what stands behind that on their connection is cut off.
  const refused = heads().filter((head) => !head.startsWith('HTTP/1.1 200 '))
  expect(heads().length === asked || refused.length > 0).toBe(true)
  expect(made(heads()).length).toBeGreaterThan(asked / 8)
})

it('of pages that are asked for at once some hundreds wait; the last of who asks for most are told to come again', async () => {
  const { heads, done } = flood(200)
  await expect.poll(() => heads().length, { interval: 1, timeout: 30_000 }).toBeGreaterThan(0)
  expect((await ask('/sign-in', '203.0.113.9')).status).toBe(200)
  await done
  expect(made(heads()).length).toBeGreaterThan(100)
  const refused = heads().filter((head) => !head.startsWith('HTTP/1.1 200 '))
  expect(refused.length).toBeGreaterThan(0)
  for (const head of refused) expect(head.toLowerCase()).toMatch(/^http\/1\.1 503 [\s\S]*\r\nretry-after: 1\r\n/)
  expect((await ask('/sign-in', '203.0.113.7')).status).toBe(200)
})

it('the first page behind a sign-in, or of a tablet, comes before those of who make up cookies, from however many networks', async () => {
  const shop = await openShop(server.baseUrl)
  const browser = new Browser(shop)
  await browser.signIn(await createStaff({ projectId: shop.projectId, role: 'owner' }))
  // Another process pairs it: this one has never seen it.
  const { device } = await pairedTablet(
    await Contract.of(inject('baseUrl')),
    shop.at(inject('baseUrl')),
    (await shop.signIn({ role: 'owner' })).headers,
  )
  const page = `/board/${shop.projectId}/${shop.destinationId}`
  const sessions = new Agent({ keepAlive: true })
  const many = 300
  let answered = 0
  const made = Array.from({ length: many }, async (_, n) => {
    const cookie = `baycall.${n % 2 ? 'session_token' : 'tablet'}=made-up-${n}`
    const headers = { cookie, 'x-forwarded-for': `198.51.${n >> 7}.${n & 127}` }
    await sendRaw(server.baseUrl, { method: 'GET', path: page, headers }, sessions)
    answered += 1
  })
  await expect.poll(() => answered, { interval: 1, timeout: 30_000 }).toBeGreaterThan(0)
  const firsts = [browser.headers, device.headers].map(async ({ cookie = '' }) => {
    const headers = { cookie, 'x-forwarded-for': '203.0.113.9' }
    const { status } = await sendRaw(server.baseUrl, { method: 'GET', path: page, headers }, connections)
    return { status, before: answered }
  })
  for (const { status, before } of await Promise.all(firsts)) {
    expect(status).toBe(200)
    expect(before).toBeLessThan(many / 2)
  }
  await Promise.all(made)
})

it('what is of the API, however odd its address, and however slowly its body comes, holds no turn at pages', async () => {
  const { port, host } = new URL(server.baseUrl)
  const begun = `POST /api/./prod1/sessions HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 203.0.113.7\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
  const slow = Array.from({ length: 40 }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(begun)
    return socket
  })
  // What is asked for behind them is read behind them.
  expect((await ask('/api/health/live', '203.0.113.7')).status).toBe(200)
  expect((await ask('/sign-in', '203.0.113.7')).status).toBe(200)
  for (const socket of slow) socket.destroy()
})
