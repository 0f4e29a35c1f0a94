import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { sendRaw } from '@/integration/raw-request'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { createStaff } from '@/prisma/factories/project'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

let shop: Shop
let cookie: string
let servers: Record<'tls' | 'proxied', TestServer>

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  await shop.create('shown', { eventType: 'arrival' })
  const account = await createStaff({ projectId: shop.projectId, role: 'owner' })
  const signedIn = await fetch(`${shop.baseUrl}/api/staff/session`, {
    method: 'POST',
    headers: { origin: shop.baseUrl, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const databaseUrl = inject('databaseUrl')
  const [tls, proxied] = await Promise.all([
    startServer({ databaseUrl, env: { BAYCALL_URL: 'https://baycall.example', WORKERS: '1' } }),
    startServer({ databaseUrl, env: { TRUSTED_PROXIES: '1', WORKERS: '1' } }),
  ])
  servers = { tls, proxied }
})
afterAll(() => Promise.all(Object.values(servers ?? {}).map((server) => server.stop())))

const get = (path: string, headers: Record<string, string> = {}, baseUrl = shop.baseUrl) =>
  fetch(`${baseUrl}${path}`, { redirect: 'manual', headers: { cookie, ...headers } })

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const nothing = "default-src 'none'; frame-ancestors 'none'"

const headersOf = (response: Response) => Object.fromEntries(response.headers)
const nonceOf = (response: Response) =>
  /'nonce-([\w+/]{22}==)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? 'none'

const pages = () => [
  '/sign-in',
  '/board',
  `/board/${shop.projectId}/${shop.destinationId}`,
  `/entries?project=${shop.projectId}`,
  `/insights?project=${shop.projectId}&first=2026-02-01&last=2026-02-28`,
  '/settings',
  `/settings/${shop.projectId}/${shop.destinationId}`,
  '/docs',
  '/no/such/page',
  `/board/${shop.projectId}/none`,
]

describe('a page', () => {
  it('tells the browser what to refuse, and marks each script and style of its own, anew each time', async () => {
    for (const path of pages()) {
      const headers: Record<string, string> = path === '/sign-in' ? { cookie: '' } : {}
      const [response, again] = [await get(path, headers), await get(path, headers)]
      const nonce = nonceOf(response)
      expect(nonceOf(again), path).not.toBe(nonce)
      const policy = [
        `default-src 'self'; script-src 'self' 'nonce-${nonce}' 'strict-dynamic'; style-src-elem 'self' 'nonce-${nonce}'`,
        "style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'",
        "worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; frame-src 'none'",
        "frame-ancestors 'none'; form-action 'self'",
      ].join('; ')
      expect(headersOf(response), path).toMatchObject({
        ...everywhere,
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'permissions-policy': expect.stringMatching(/screen-wake-lock=\(self\).*camera=\(\)/),
        'cache-control': expect.stringContaining('no-store'),
      })
      const text = await response.text()
      const marked = [...text.matchAll(/<(?:script|style)\b[^>]*>/g)].map(([tag]) => tag)
      if (response.status === 307) continue
      expect(marked.length, path).toBeGreaterThan(2)
      expect(
        marked.filter((tag) => !tag.includes(`nonce="${nonce}"`)),
        path,
      ).toEqual([])
      expect(text, path).not.toMatch(/\son[a-z]+="|href="javascript:/i)
    }
  })

  it.each(['/join/', '/reset/'])('whose address is a secret tells it to nothing that it loads: %s', async (path) => {
    const response = await get(`${path}${'a'.repeat(43)}`)
    expect(headersOf(response)).toMatchObject({ ...everywhere, 'referrer-policy': 'no-referrer' })
  })

  it('takes no mark that a client has chosen', async () => {
    const chosen = `script-src 'nonce-${'A'.repeat(22)}=='`
    const response = await get('/docs', {
      'content-security-policy': chosen,
      'content-security-policy-report-only': chosen,
    })
    expect(nonceOf(response)).not.toBe(`${'A'.repeat(22)}==`)
    expect(await response.text()).not.toContain('AAAAAAAAAAAAAAAAAAAA')
  })
})

describe('a file', () => {
  it('tells as much; those that a browser keeps for when there is no network have a policy that lasts', async () => {
    const script = /\/_next\/static\/[^"]+\.js/.exec(await (await get('/docs')).text())?.[0] ?? ''
    const data = [script, '/_next/static/none.js']
    for (const path of [
      ...data,
      '/sw.js',
      '/offline.html',
      '/offline.js',
      '/icons/icon-192.png',
      '/manifest.webmanifest',
    ]) {
      const headers = headersOf(await get(path))
      expect(headers, path).toMatchObject({ ...everywhere, 'content-security-policy': expect.any(String) })
      if (data.includes(path)) expect(headers['content-security-policy'], path).toBe(nothing)
    }
    expect((await get('/sw.js')).headers.get('content-security-policy')).toMatch(
      /^default-src 'none'.*connect-src 'self'/,
    )
    const offline = (await get('/offline.html')).headers.get('content-security-policy') ?? ''
    expect(offline).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/)
    expect(offline).not.toContain('nonce')
  })
})

it.each(['/sw.js', '/offline.html'])(
  '%s comes whole, whatever part of it is asked for, and under whatever condition',
  async (path) => {
    const conditions: Record<string, string>[] = [
      {},
      { range: 'bytes=99999999-' },
      { range: 'bytes=0-9' },
      { 'if-match': '"x"' },
    ]
    const [whole, ...others] = await Promise.all(
      conditions.map(async (headers) => {
        const { status, text } = await sendRaw(shop.baseUrl, { method: 'GET', path, headers })
        return { status, text }
      }),
    )
    expect(whole?.status).toBe(200)
    for (const other of others) expect(other).toEqual(whole)
  },
)

describe('what is built for browsers', () => {
  it('comes compressed as they take it, once for good, and is the same however it comes', async () => {
    const script = /\/_next\/static\/[^"]+\.js/.exec(await (await get('/docs')).text())?.[0] ?? ''
    const codings = [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['deflate', null],
      ['', null],
    ] as const
    const bodies = new Set<string>()
    for (const [accepted, coding] of codings) {
      const response = await get(script, { 'accept-encoding': accepted })
      expect([response.status, response.headers.get('content-encoding')], accepted).toEqual([200, coding])
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
      bodies.add(await response.text())
    }
    expect([...bodies]).toEqual([expect.stringMatching(/^[\s\S]{100}/)])
    const head = await fetch(shop.baseUrl + script, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
    expect([head.status, head.headers.get('content-encoding'), await head.text()]).toEqual([200, 'br', ''])
    expect((await get('/_next/static/../../package.json')).status).toBe(404)
  })
})

describe('what has no method but to be read', () => {
  it.each(['/', '/sign-in', '/board', '/sw.js', '/_next/static/x.js', '/no-page'])('%s is read', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const refused = await fetch(shop.baseUrl + path, { method, redirect: 'manual' })
      expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'GET, HEAD'])
      expect(await refused.json()).toMatchObject({ code: 'method_not_allowed' })
    }
  })
})

describe('an answer of the API', () => {
  it('may be drawn, framed and guessed at by nobody, whatever it says', async () => {
    const key = { 'x-service-api-key': shop.secretKey }
    const list = `/api/orders?projectId=${shop.projectId}`
    const answers: [number, string, Record<string, string>?][] = [
      [200, '/api/health/live'],
      [200, list, key],
      [200, list.replace('/api', ''), key],
      [401, list],
      [404, '/api/none'],
      [400, '/api/orders/%FF'],
      [400, '/no/such/%FF'],
      [431, '/api/health/live', { padding: 'x'.repeat(20_000) }],
      [404, '/api/./none'],
      [401, '/api//orders'],
    ]
    for (const [status, path, headers = {}] of answers) {
      const answer = await sendRaw(shop.baseUrl, { method: 'GET', path, headers })
      const told = `${path} ${answer.status} ${answer.text.slice(0, 200)}`
      if (status !== 401 || !path.includes('//')) expect(answer.status, told).toBe(status)
      expect(answer.headers, told).toMatchObject({ ...everywhere, 'content-security-policy': nothing })
      expect(answer.headers['strict-transport-security'], told).toBeUndefined()
    }
  })
})

describe('behind TLS', () => {
  const told = async (which: 'tls' | 'proxied', path: string, headers = {}) =>
    (await get(path, headers, servers[which].baseUrl)).headers.get('strict-transport-security')

  it('browsers are told to stay there: where the server’s own address says so, or the trusted proxy', async () => {
    const proto = (value: string) => ({ 'x-forwarded-proto': value })
    for (const path of ['/sign-in', '/api/health/live', '/icons/icon-192.png', '/api/orders/%FF']) {
      expect(await told('tls', path), path).toBe('max-age=31536000')
      if (path.includes('%')) continue
      expect(await told('proxied', path, proto('https')), path).toBe('max-age=31536000')
      expect(await told('proxied', path, proto('http')), path).toBeNull()
      // The proxy's own word is the last; what stands before it is the client's.
      expect(await told('proxied', path, proto('https, http')), path).toBeNull()
      expect((await get(path, proto('https'))).headers.get('strict-transport-security'), path).toBeNull()
    }
  })

  it('a change comes from the address of TLS, or from the one that was asked; not from its plain twin', async () => {
    const account = await createStaff({ projectId: shop.projectId })
    const from = async (origin: string) => {
      const sent = { method: 'POST', body: account, headers: { origin }, key: null }
      return (await shop.at(servers.tls.baseUrl).call('/api/staff/session', sent)).status
    }
    expect(await from('https://baycall.example')).toBe(200)
    expect(await from(servers.tls.baseUrl)).toBe(200)
    expect(await from('http://baycall.example')).toBe(403)
    expect(await from('https://baycall.example.evil.example')).toBe(403)
  })

  it('a cookie that proves something is the host’s own: none that another host of its domain has set stands for it', async () => {
    const account = await createStaff({ projectId: shop.projectId })
    const browser = new Browser(shop.at(servers.tls.baseUrl), 'https://baycall.example')
    const given = (await browser.signIn(account)).headers.getSetCookie()
    expect(given.map((one) => one.split('=')[0])).toEqual(['__Host-baycall.session_token', '__Host-baycall.device'])
    const session = given[0]?.split(';')[0] ?? ''
    const sees = async (sent: string) => (await get('/api/staff/session', { cookie: sent }, servers.tls.baseUrl)).status
    expect(await sees(session)).toBe(200)
    const shadows = ['__Secure-baycall.session_token', 'baycall.session_token'].map((name) =>
      session.replace(/^[^=]+/, name),
    )
    for (const shadow of shadows) expect([await sees(shadow), await sees(`${shadow}; ${session}`)]).toEqual([401, 200])
    const other = new Browser(shop.at(servers.tls.baseUrl), 'https://baycall.example')
    const theirs = (await other.signIn(await createStaff({ projectId: shop.projectId }))).headers.getSetCookie()
    const both = [session, theirs[0]?.split(';')[0] ?? '']
    expect([await sees(both.join('; ')), await sees(both.toReversed().join('; '))]).toEqual([401, 401])
    const over = (await browser.send('DELETE', '/api/staff/session')).headers.getSetCookie()
    expect(over[0]).toMatch(/^__Host-baycall\.session_token=; Max-Age=0/)
    expect(await sees(session)).toBe(401)
    for (const one of [...given, ...over]) {
      expect(one).toMatch(/^__Host-(?=.*; Path=\/(?:;|$))(?=.*; Secure(?:;|$))(?=.*; HttpOnly(?:;|$))(?!.*; Domain=)/)
    }
  })
})
