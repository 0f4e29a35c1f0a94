import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { statusOf } from '@/lib/http/problem'
import { answerUnreadable, isReadable, refuse } from '@/scripts/front/front-door.mjs'

let server: Server
beforeEach(async () => {
  server = createServer((request, response) => {
    if (isReadable(request.url)) response.end('read')
    else refuse(response, 'request_malformed')
  })
  answerUnreadable(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => server.closeAllConnections())

/** What a server answers to bytes that no HTTP client would send. */
async function say(text: string) {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { head, body, problem: body.startsWith('{') ? JSON.parse(body) : null }
}

const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${header}\r\n`

describe('what the application could not read', () => {
  it.each([
    ['an address that is no UTF-8', get('/api/orders/%FF'), 'request_malformed'],
    ['a stray percent sign', get('/api/orders/%'), 'request_malformed'],
    ['a header that is none', get('/', 'no colon\r\n'), 'request_malformed'],
    ['what is not HTTP', 'hello\r\n\r\n', 'request_malformed'],
    ['headers without end', get('/', `x: ${'x'.repeat(20_000)}\r\n`), 'headers_too_large'],
  ] as const)('%s is refused in the one form of all refusals', async (_, text, code) => {
    const { head, problem } = await say(text)
    const status = statusOf[code]
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('content-type: application/problem+json')
    expect(problem).toMatchObject({ type: `/docs#${code}`, status, code, detail: expect.any(String) })
    expect(head).toContain(`x-request-id: ${problem.requestId}`)
  })

  it('is nothing that can be read: odd queries and encoded slashes are the application’s to judge', async () => {
    for (const path of ['/api/orders/%2F?x=%FF', '/%E2%9C%93', '/?%'])
      expect((await say(get(path))).body).toContain('read')
  })
})
