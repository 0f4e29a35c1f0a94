import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Places } from '@/lib/turns/places'
import { makeInTurn } from '@/scripts/server/page-turns.mjs'

const never = 600_000

let server: Server
let longestMs: number
/** What was asked for, and what of it has been begun. */
let asked: string[]
let begun: string[]
let pages: Record<string, RequestListener>
beforeEach(async () => {
  const places = new Places({ atOnce: 1, refusal: (why) => new Error(why) })
  const turns = {
    take: (network: string, signal: AbortSignal) => places.take({ network, signal }),
    giveBack: () => places.giveBack(),
  }
  longestMs = never
  asked = []
  begun = []
  pages = { '/short': (_, response) => response.end('made') }
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const make = async () => {
      begun.push(path)
      pages[path]?.(request, response)
      if (!response.writableEnded) await once(response, 'close')
    }
    makeInTurn(turns, request, response, make, longestMs).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => server.closeAllConnections())

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const short = async () => (await fetch(`${origin()}/short`)).text()

/** Asks for a page and reads nothing of it. */
function ask(path: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  return socket
}

it('whoever does not read what is made for them keeps nobody waiting', async () => {
  pages['/long'] = (_, response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536))) {}
    }
    response.on('drain', more)
    more()
  }
  ask('/long')
  await expect.poll(() => begun).toEqual(['/long'])
  expect(await short()).toBe('made')
})

it('a page that waits for something else than this process has its turn for so long and no longer', async () => {
  longestMs = 1
  pages['/waits'] = () => undefined
  ask('/waits')
  await expect.poll(() => begun).toEqual(['/waits'])
  expect(await short()).toBe('made')
})

it('nothing is made for who hangs up before their turn', async () => {
  pages['/held'] = () => undefined
  const held = ask('/held')
  await expect.poll(() => begun).toEqual(['/held'])
  const gone = ask('/gone')
  await expect.poll(() => asked).toEqual(['/held', '/gone'])
  gone.destroy()
  const later = short()
  await expect.poll(() => asked).toHaveLength(3)
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(2)
  held.destroy()
  expect(await later).toBe('made')
  expect(begun).toEqual(['/held', '/short'])
})
