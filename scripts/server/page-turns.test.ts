import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PagePlace } from '@/lib/turns/page-place'
import { Places } from '@/lib/turns/places'
import { askToWait, isOpenedBySomebody, makeInTurn } from '@/scripts/server/page-turns.mjs'

const never = 600_000

let server: Server
let longestMs: number
/** What was asked for, and what of it has been begun. */
let asked: string[]
let begun: string[]
let pages: Record<string, RequestListener>
let places: Record<string, PagePlace>
/** What is told to have been answered. */
let made: string[]
/** What making a page goes on with when nobody is there any more. */
let afterHangUp: Promise<void>
beforeEach(async () => {
  const free = new Places({ atOnce: 1, refusal: (why) => new Error(why) })
  const turns = {
    take: async (asked: { headers: Record<string, string> }, signal: AbortSignal, share: string | null) => {
      await free.take({ network: share ?? asked.headers['x-forwarded-for'] ?? '', signal })
      return () => free.giveBack()
    },
    made: ({ url = '' }: { url?: string }) => void made.push(url),
  }
  longestMs = never
  asked = []
  begun = []
  afterHangUp = Promise.resolve()
  made = []
  places = {}
  pages = { '/short': (_, response) => response.end('made') }
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const make = async (place: PagePlace) => {
      begun.push(path)
      places[path] = place
      pages[path]?.(request, response)
      // As Next does, which waits until the last of it has gone.
      if (!response.closed) await once(response, 'close')
      await afterHangUp
    }
    makeInTurn(turns, request, response, make, longestMs).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => server.closeAllConnections())

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const short = async () => (await fetch(`${origin()}/short`)).text()

const endless: RequestListener = (_, response) => {
  const more = () => {
    while (response.write('x'.repeat(65_536))) {}
  }
  response.on('drain', more)
  more()
}

/** Asks for pages on one connection, all at once, and reads nothing of them. */
function ask(...paths: string[]) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
  return socket
}

it('what was answered is told, unless it is a refusal or a fault', async () => {
  for (const status of [200, 307, 404, 429, 500, 503]) {
    pages[`/${status}`] = (_, response) => response.writeHead(status).end()
    await (await fetch(`${origin()}/${status}`, { redirect: 'manual' })).text()
  }
  await (await fetch(`${origin()}/short`)).text()
  await expect.poll(() => made).toEqual(['/200', '/307', '/404', '/short'])
})

it('whoever does not read what is made for them keeps nobody waiting', async () => {
  pages['/long'] = endless
  ask('/long')
  await expect.poll(() => begun).toEqual(['/long'])
  expect(await short()).toBe('made')
})

it('nor does whoever asks for pages behind an answer that they do not read, be they small, or not whole yet', async () => {
  pages['/long'] = endless
  pages['/small'] = (_, response) => response.end('x'.repeat(5_000))
  pages['/begun'] = (_, response) => response.write('x')
  ask('/long', '/small', '/begun')
  await expect.poll(() => begun).toEqual(['/long', '/small', '/begun'])
  expect(await short()).toBe('made')
})

it('who opens a page that too many ask for is told so by one that asks again by itself', async () => {
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (isOpenedBySomebody(request)) askToWait(response)
    else response.end('refused')
  })
  const opened = await fetch(origin(), { headers: { accept: 'text/html,*/*' } })
  expect([opened.status, opened.headers.get('cache-control')]).toEqual([503, 'no-store'])
  expect(Number(opened.headers.get('refresh'))).toBeGreaterThan(2)
  expect(await opened.text()).toContain('by itself')
  const script = await fetch(origin(), { headers: { accept: 'text/html', rsc: '1' } })
  expect(await script.text()).toBe('refused')
})

it('a page that waits for something else than this process has its turn for so long and no longer', async () => {
  longestMs = 1
  pages['/waits'] = () => undefined
  ask('/waits')
  await expect.poll(() => begun).toEqual(['/waits'])
  expect(await short()).toBe('made')
})

it('a page that waits for its project’s turn lets others be made meanwhile, and goes on at a place of its own', async () => {
  let answer = () => {}
  let closed: Promise<unknown> | undefined
  pages['/aside'] = (_, response) => {
    places['/aside']?.stepAside()
    closed = once(response, 'close')
    answer = () => response.end('made')
  }
  pages['/held'] = () => undefined
  const aside = ask('/aside')
  await expect.poll(() => begun).toEqual(['/aside'])
  expect(await short()).toBe('made')
  const held = ask('/held')
  await expect.poll(() => begun).toEqual(['/aside', '/short', '/held'])
  let isBack = 0
  const back = [places['/aside']?.comeBack(null), places['/aside']?.comeBack(null)].map((coming) =>
    coming?.then(() => isBack++),
  )
  const later = short()
  await expect.poll(() => asked).toHaveLength(4)
  expect(isBack).toBe(0)
  held.destroy()
  await Promise.all(back)
  expect(begun).toHaveLength(3)
  answer()
  expect(await later).toBe('made')
  // Of who has hung up meanwhile no more is made.
  const gone = ask('/aside')
  await expect.poll(() => begun).toHaveLength(5)
  gone.destroy()
  await closed
  await expect(places['/aside']?.comeBack(null)).rejects.toThrow('gone')
  aside.destroy()
  expect(await short()).toBe('made')
})

it('pages come back in rounds of their projects, from however many networks they were asked for', async () => {
  const back: string[] = []
  pages['/held'] = () => undefined
  const aside = ['/crowd1', '/crowd2', '/crowd3', '/another']
  for (const path of aside) pages[path] = () => places[path]?.stepAside()
  const sockets = aside.map((path) => ask(path))
  await expect.poll(() => begun).toHaveLength(4)
  const held = ask('/held')
  await expect.poll(() => begun).toHaveLength(5)
  const coming = aside.map(async (path) => {
    await places[path]?.comeBack(path.replace(/\d/, ''))
    back.push(path)
    places[path]?.stepAside()
  })
  held.destroy()
  await Promise.all(coming)
  expect(back.slice(0, 2)).toEqual(['/crowd1', '/another'])
  for (const socket of sockets) socket.destroy()
})

it('a page that waits for another turn of its project’s while it comes back keeps no place', async () => {
  pages['/aside'] = () => places['/aside']?.stepAside()
  pages['/held'] = () => undefined
  const aside = ask('/aside')
  await expect.poll(() => begun).toEqual(['/aside'])
  const held = ask('/held')
  await expect.poll(() => begun).toEqual(['/aside', '/held'])
  const back = places['/aside']?.comeBack(null)
  places['/aside']?.stepAside()
  held.destroy()
  await back
  expect(await short()).toBe('made')
  aside.destroy()
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

it('those who hang up together have nothing made at once that would have been made one by one', async () => {
  pages['/held'] = () => undefined
  let stop = () => {}
  afterHangUp = new Promise((resolve) => {
    stop = resolve
  })
  const held = ask('/held')
  await expect.poll(() => begun).toEqual(['/held'])
  const later = short()
  await expect.poll(() => asked).toHaveLength(2)
  held.destroy()
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(1)
  expect(begun).toEqual(['/held'])
  stop()
  expect(await later).toBe('made')
})

it('nor is anything begun for the next of them before it is known that they have', async () => {
  pages['/held'] = () => undefined
  const all = [ask('/held'), ...Array.from({ length: 20 }, (_, n) => ask(`/next-${n}`))]
  await expect.poll(() => asked).toHaveLength(21)
  for (const socket of all) socket.destroy()
  expect(await short()).toBe('made')
  expect(begun).toEqual(['/held', '/short'])
})
