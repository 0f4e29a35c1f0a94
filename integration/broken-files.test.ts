import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { prisma } from '@/lib/db'
import { seedEntries } from '@/prisma/factories/entry'

// More than fits between a server and a reader that has stopped.
const count = 60_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  await seedEntries(shop.projectId, { count, stores: [shop], from: new Date('2026-02-01T00:00:00Z') })
})

/** A file as it comes over the wire, whose reader stops behind the first piece until something was done. */
async function read(httpVersion: string, meanwhile: (email: string) => Promise<unknown>) {
  const { account, headers } = await shop.signIn({ role: 'manager' })
  const query = new URLSearchParams({ projectId: shop.projectId, timeType: 'entryTime', format: 'ndjson' })
  const { hostname, port } = new URL(shop.baseUrl)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }).setEncoding('utf8')
  const head = [`GET /api/staff/entries/export?${query} HTTP/${httpVersion}`, `host: ${hostname}:${port}`]
  socket.write([...head, `authorization: ${headers.authorization}`, 'connection: close', '', ''].join('\r\n'))
  let [text] = (await once(socket, 'data')) as [string]
  socket.pause()
  expect(text).toMatch(/^HTTP\/1\.[01] 200 /)
  await meanwhile(account.email)
  const codeOf = (error: Error) => String(Reflect.get(error, 'code'))
  const ended = new Promise<string>((resolve) => {
    socket.once('error', (error) => resolve(codeOf(error)))
    // Node may tell of a reset as of an end, where what came before it was read last: who writes then is told.
    socket.once('end', () => socket.write('\r\n', (error) => resolve(error ? codeOf(error) : 'end')))
  })
  socket.on('data', (more) => {
    text += more
  })
  socket.resume()
  const by = await ended
  socket.destroy()
  return {
    by,
    entries: text.split('\n').filter((line) => line.startsWith('{')).length,
    isClosed: text.endsWith('0\r\n\r\n'),
  }
}

const signOut = (email: string) => prisma().session.deleteMany({ where: { user: { email } } })

it('a file that breaks off is none to who reads it by HTTP/1.0, as a proxy may: the connection is reset', async () => {
  const { by, entries } = await read('1.0', signOut)
  expect([by, entries < count]).toEqual(['ECONNRESET', true])
  expect(await read('1.0', async () => {})).toMatchObject({ by: 'end', entries: count })
})

it('nor to who reads it by HTTP/1.1: its last piece is missing', async () => {
  const { entries, isClosed } = await read('1.1', signOut)
  expect(isClosed).toBe(false)
  expect(entries).toBeLessThan(count)
  expect(await read('1.1', async () => {})).toMatchObject({ by: 'end', isClosed: true })
})
