import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { statusOf } from '@/lib/http/problem'
import { answerUnreadable, refusalOf, refuse } from '@/scripts/front/front-door.mjs'

let server: Server
let answer: RequestListener
beforeEach(async () => {
  answer = (request, response) => {
    const refusal = refusalOf(request)
    if (refusal) refuse(response, refusal)
    else response.end(`read ${request.url}`)
  }
  server = createServer({ requireHostHeader: false }, (request, response) => answer(request, response))
  answerUnreadable(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => server.closeAllConnections())

/** What a server answers to bytes that no HTTP client would send. */
async function say(text: string) {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(text)
  let told = ''
  for await (const chunk of socket) told += chunk
  const [head = '', body = ''] = told.split('\r\n\r\n')
  return { told, head, body, problem: body.startsWith('{') ? JSON.parse(body) : null }
}

const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${header}\r\n`

const deep = JSON.stringify(Array.from({ length: 100 }).reduce((inner) => ['', { children: inner }], ['', {}]))

describe('what the application could not read', () => {
  it.each([
    ['an address that is no UTF-8', get('/api/orders/%FF'), 'request_malformed'],
    ['a stray percent sign', get('/api/orders/%'), 'request_malformed'],
    ['more parameters than a page has', get(`/sign-in?${'a=&'.repeat(100)}`), 'request_malformed'],
    ['a header that is none', get('/', 'no colon\r\n'), 'request_malformed'],
    ['what is not HTTP', 'hello\r\n\r\n', 'request_malformed'],
    ['an address that is no path', get('*').replace('GET', 'OPTIONS'), 'request_malformed'],
    ['an absolute address without a path', get('http://elsewhere.example?x'), 'request_malformed'],
    ['a part of a page as none asks for it', get('/', 'RSC: 1\r\nNext-Router-Prefetch: 2\r\n'), 'request_malformed'],
    ['a state of pages that is none', get('/', 'Next-Router-State-Tree: %7B%7D\r\n'), 'request_malformed'],
    ['a state as deep as no page', get('/', `Next-Router-State-Tree: ${deep}\r\n`), 'request_malformed'],
    ['two states of pages', get('/', 'Next-Router-State-Tree: x\r\n'.repeat(2)), 'request_malformed'],
    ['a method that no address answers', get('/').replace('GET', 'TRACE'), 'method_not_allowed'],
    ['a tunnel', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: a\r\n\r\n', 'method_not_allowed'],
    ['what nobody can expect', get('/', 'Expect: tea\r\n'), 'request_malformed'],
    ['another HTTP', get('/api/health/live').replace('HTTP/1.1', 'HTTP/2.0'), 'request_malformed'],
    ['a request for nobody', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 'request_malformed'],
    ['a request for two', get('/', 'HOST: b\r\n'), 'request_malformed'],
    [
      'a body in chunks before there were any',
      `POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'request_malformed',
    ],
    [
      'a body in a coding beneath its chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
      'request_malformed',
    ],
    ['more header lines than anybody sends', get('/', 'a:\r\n'.repeat(99)), 'headers_too_large'],
    ['thousands of header lines', get('/', 'a:\r\n'.repeat(3_000)), 'headers_too_large'],
    ['a state of lists in lists', get('/', `Next-Router-State-Tree: ${'['.repeat(200)}\r\n`), 'request_malformed'],
    ['headers without end', get('/', `x: ${'x'.repeat(20_000)}\r\n`), 'headers_too_large'],
  ] as const)('%s is refused in the one form of all refusals', async (_, text, code) => {
    const { head, problem } = await say(text)
    const status = statusOf[code]
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('content-type: application/problem+json')
    expect(problem).toMatchObject({ type: `/docs#${code}`, status, code, detail: expect.any(String) })
    expect(head).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n")
    expect(head).toContain(`x-request-id: ${problem.requestId}`)
  })

  it('is nothing that can be read: odd queries and encoded slashes are the application’s to judge', async () => {
    for (const path of ['/api/orders/%2F?x=%FF', '/%E2%9C%93', '/?%'])
      expect((await say(get(path))).body).toContain(`read ${path}`)
  })

  it('is nothing that pages ask for', async () => {
    const state = encodeURIComponent(JSON.stringify(['', { children: [['id', '7', 'd', null], {}] }, null, 'refetch']))
    const headers = `RSC: 1\r\nNext-Router-Prefetch: 1\r\nNext-Router-State-Tree: ${state}\r\n`
    expect((await say(get('/board', headers))).body).toContain('read /board')
  })

  it('is nothing of a hundred lines', async () => {
    expect((await say(get('/board', 'a:\r\n'.repeat(98)))).body).toContain('read /board')
  })

  it('is nothing of a time before there were hosts', async () => {
    expect((await say('GET /board HTTP/1.0\r\n\r\n')).body).toContain('read /board')
  })

  it('is no address that names another server: its path counts alone', async () => {
    expect((await say(get('http://elsewhere.example/board?x'))).body).toContain('read /board?x')
  })
})

describe('what cannot be read', () => {
  const order = 'POST /api/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}'
  // It answers what it has begun when the rest could not be read.
  beforeEach(() => {
    answer = (_, response) => server.once('clientError', () => setImmediate(() => response.end('made')))
  })

  it('is told nobody else: what came whole before it is answered, and then the connection closed', async () => {
    for (const rest of ['hello\r\n\r\n', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n`]) {
      const { told } = await say(order + order + rest)
      const [first, second, ...others] = told.split(/(?=HTTP)/)
      expect(first).toMatch(/^HTTP\/1\.1 200 [\s\S]*Connection: keep-alive[\s\S]*made$/)
      expect(second).toMatch(/^HTTP\/1\.1 200 [\s\S]*Connection: close[\s\S]*made$/)
      expect(others).toEqual([])
    }
  })

  it('is told to whom it belongs: who sends a body that is none', async () => {
    const chunked = order.replace('Content-Length: 2', 'Transfer-Encoding: chunked')
    expect((await say(chunked)).problem).toMatchObject({ code: 'request_malformed' })
    const { told } = await say(order + chunked)
    const [, first, status] = told.split(/HTTP\/1\.1 (?=\d)/)
    expect([first, status]).toEqual([
      expect.stringMatching(/^200 /),
      expect.stringMatching(/^400 [\s\S]*request_malformed/),
    ])
  })
})
