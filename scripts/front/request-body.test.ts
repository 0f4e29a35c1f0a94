import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as aTurnOfTheLoop } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bytesOf, refuseBody, streamOf } from '@/scripts/front/request-body.mjs'

let server: Server
let asked: Promise<[IncomingMessage, ServerResponse]>
beforeEach(async () => {
  server = createServer()
  asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => server.closeAllConnections())

const head = 'POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n'
const piece = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

async function send(...texts: string[]) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(head + texts.map(piece).join(''))
  const [request, response] = await asked
  const reader = streamOf(request).getReader()
  const read = async () => Buffer.from((await reader.read()).value ?? '').toString()
  return { socket, request, response, reader, read }
}

it('a body comes piece by piece, and not before it is asked for, to its end', async () => {
  const { socket, request, reader, read } = await send('one')
  expect(request.isPaused()).toBe(true)
  expect(await read()).toBe('one')
  expect(request.isPaused()).toBe(true)
  const next = read()
  socket.write(`${piece('two')}0\r\n\r\n`)
  expect(await next).toBe('two')
  expect(await reader.read()).toEqual({ done: true, value: undefined })
})

it('one that breaks off fails, also where it has done so before it is read', async () => {
  const { socket, request, read } = await send('one')
  expect(await read()).toBe('one')
  const next = read()
  socket.resetAndDestroy()
  await expect(next).rejects.toThrow('The body broke off')
  await expect(streamOf(request).getReader().read()).rejects.toThrow('The body broke off')
})

it.each(['reset', 'ended'])('one that was there before its sender was gone is whole: %s', async (how) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`${head}${piece('one')}${piece('two')}0\r\n\r\n`)
  const [first] = await asked
  while (!first.complete) await aTurnOfTheLoop()
  const begun = bytesOf(first)
  if (how === 'reset') socket.resetAndDestroy()
  else socket.end()
  expect(String(await begun)).toBe('onetwo')

  const again = once(server, 'request') as Promise<[IncomingMessage]>
  const another = connect((server.address() as AddressInfo).port, '127.0.0.1')
  another.write(`${head}${piece('one')}${piece('two')}0\r\n\r\n`)
  const [second] = await again
  while (!second.complete) await aTurnOfTheLoop()
  const gone = new Promise((resolve) => second.once('close', resolve))
  if (how === 'reset') another.resetAndDestroy()
  else another.end()
  await gone
  expect(second.destroyed).toBe(true)
  const reader = streamOf(second).getReader()
  expect(String(Buffer.from((await reader.read()).value ?? ''))).toBe('onetwo')
  expect(await reader.read()).toEqual({ done: true, value: undefined })
})

it.each([
  ['in one piece', bytesOf],
  ['piece by piece', (request: IncomingMessage) => streamOf(request).getReader().read()],
])('of one that is refused in its middle nothing is taken %s, also where the rest has come', async (_, read) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(head)
  const [request] = await asked
  const taken = expect(read(request)).rejects.toThrow('The body broke off')
  refuseBody(request)
  socket.write('0\r\n\r\n')
  await taken
  await expect(read(request)).rejects.toThrow('The body broke off')
})

it('whoever is answered while they send on hears of it, and what they send is thrown away', async () => {
  const { socket, request, response, reader, read } = await send('one')
  expect(await read()).toBe('one')
  const next = read()
  await reader.cancel()
  expect(await next).toBe('')
  const much = piece('x'.repeat(1024 * 1024))
  for (let n = 0; n < 8; n += 1) if (!socket.write(much)) await once(socket, 'drain')
  response.end('refused')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('refused')
  socket.write('0\r\n\r\n')
  if (!request.complete) await once(request, 'end')
  expect(request.complete).toBe(true)
})
