import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/auth/model'
import { whileHeld, withBatch } from '@/lib/http/held-bodies'
import { type Hold, readJson } from '@/lib/http/json-body'

const limitBytes = 4 * 1024 * 1024

/** A body of which all but the end has come; `announced`: its length, or null where it says none. */
function slow(announced: number | null, from = '') {
  const { readable, writable } = new TransformStream()
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': from,
    ...(announced !== null && { 'content-length': `${announced}` }),
  }
  const request = new Request('http://here/', {
    method: 'POST',
    body: readable,
    headers,
    duplex: 'half',
  } as RequestInit)
  const writer = writable.getWriter()
  const write = (text: string) => writer.write(new TextEncoder().encode(text))
  const end = async () => {
    await write('[]')
    await writer.close()
  }
  return { request, write, end, abort: () => writer.abort() }
}

const take = (projectId: string, announced: number | null) => {
  const { request, ...sender } = slow(announced)
  const taken = withBatch({ projectId, request, limitBytes }, async (text) => text.trim()).catch((error) => error.code)
  return { taken, ...sender }
}

const refused = (projectId: string, announced = limitBytes) => take(projectId, announced).taken

const ended = async (all: ReturnType<typeof take>[]) => {
  for (const { end } of all) await end()
  return new Set(await Promise.all(all.map(({ taken }) => taken)))
}

const whole = new Set(['[]'])

it('are held of a project and of all up to a bound, however slowly they come, and then there is room again', async () => {
  const of = (projectId: string, many: number) => Array.from({ length: many }, () => take(projectId, limitBytes))
  const ones = of('one', 8)
  expect(await refused('one')).toBe('unavailable')
  // A small one as well: there is no room at all.
  expect(await refused('one', 1)).toBe('unavailable')
  const others = ['two', 'three', 'four'].flatMap((projectId) => of(projectId, 8))
  // Who has none may have one all the same, and no second.
  const one = take('five', limitBytes)
  expect(await refused('five')).toBe('unavailable')

  expect(await ended([...ones.slice(0, 2), one])).toEqual(whole)
  const next = of('five', 2)
  expect(await ended([...ones.slice(2), ...others, ...next])).toEqual(whole)
  expect(await ended(of('one', 8))).toEqual(whole)
})

it('of unknown length hold as much as has come; what is refused, or breaks off, holds nothing', async () => {
  const mebibyte = ' '.repeat(1024 * 1024)
  const many = Array.from({ length: 40 }, () => take('six', null))
  // Of small ones there are many.
  for (const { write } of many) await write(' ')
  const some = many.slice(0, 15)
  for (const { write } of some) await write(mebibyte + mebibyte)
  for (const { write } of many.slice(15, 18)) await write(mebibyte).catch(() => undefined)
  const told = await Promise.race([many[16]?.taken, many[17]?.taken])
  expect(told).toBe('unavailable')
  for (const { abort } of some) await abort()
  expect(new Set(await Promise.all(some.map(({ taken }) => taken)))).toEqual(new Set(['body_malformed']))
  expect(await ended(many.slice(18))).toEqual(whole)
  for (let n = 0; n < 10; n += 1) expect(await refused('six', limitBytes + 1)).toBe('body_too_large')
  await many[15]?.end()
  expect(await many[15]?.taken).toBe('[]')
  expect(await ended(Array.from({ length: 8 }, () => take('six', limitBytes)))).toEqual(whole)
})

const apiKey = { kind: 'apiKey', destinationIds: null } as const
const secretKey: Caller = { ...apiKey, keyKind: 'secret', keyId: 'secret', projectId: 'one' }
const publishableKey: Caller = { ...apiKey, keyKind: 'publishable', keyId: 'publishable', projectId: 'one' }
const person: Caller = { kind: 'staff', userId: 'person', name: '', email: '', sessionId: '', memberships: [] }

const kibibyte = 1024

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://localhost/none')
  vi.stubEnv('BAYCALL_SECRET', 'a secret of a test that is long enough')
})
afterAll(() => void vi.unstubAllEnvs())

it.each<[string, Caller, Caller, string, number]>([
  ['a secret key', secretKey, { ...secretKey, keyId: 'another' }, '', 128],
  ['an address by a publishable key', publishableKey, publishableKey, '203.0.113.7', 32],
  ['somebody', person, { ...person, userId: 'another' }, '', 32],
])('of what else comes slowly %s holds so much, and others theirs', async (_, one, other, address, most) => {
  const send = (caller: Caller, from = '', bytes = 64 * kibibyte) => {
    const { request, ...sender } = slow(bytes, from)
    const read = (hold?: Hold) => readJson(request, 64 * kibibyte, { hold })
    const taken = whileHeld(caller, request, read).catch((error) => error.code)
    return { taken, ...sender }
  }
  const ones = Array.from({ length: most }, () => send(one))
  expect(await send(one).taken).toBe('unavailable')
  const others = Array.from({ length: most }, () => send(other, address))
  // What an app tells of its customer is refused for nobody else's.
  const small = Array.from({ length: 100 }, () => send(one, '', 2 * kibibyte))
  for (const { end, taken } of [...small, ...ones, ...others]) {
    await end()
    expect(await taken).toEqual([])
  }
  const again = send(one)
  await again.end()
  expect(await again.taken).toEqual([])
})
