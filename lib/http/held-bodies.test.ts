import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiKeyCaller, Caller } from '@/lib/auth/model'
import { linesOf, orPauses } from '@/lib/entries/lines'
import { whileHeld, withBatch, withStreamOf } from '@/lib/http/held-bodies'
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

const apiKey = { kind: 'apiKey', destinationIds: null } as const
const keyOf = (projectId: string, keyId = 'key'): ApiKeyCaller => ({
  ...{ ...apiKey, keyKind: 'secret', projectId },
  keyId: `${keyId} of ${projectId}`,
})

const take = (caller: ApiKeyCaller, announced: number | null) => {
  const { request, ...sender } = slow(announced)
  const taken = withBatch({ caller, request, limitBytes }, async (text) => text.trim()).catch((error) => error.code)
  return { taken, ...sender }
}

const refused = (caller: ApiKeyCaller, announced = limitBytes) => take(caller, announced).taken

const come = (callers: ApiKeyCaller[]) => callers.map((caller) => take(caller, limitBytes))

const ended = async (all: Pick<ReturnType<typeof take>, 'end' | 'taken'>[]) => {
  for (const { end } of all) await end()
  return new Set(await Promise.all(all.map(({ taken }) => taken)))
}

const whole = new Set(['[]'])

it('are held of a key, of its project and of all up to a bound, however slowly they come, and then there is room again', async () => {
  const four = <T>(one: T) => [one, one, one, one]
  const of = (projectId: string) => [...four(keyOf(projectId)), ...four(keyOf(projectId, 'another'))]
  const key = keyOf('one')
  const ofKey = come(four(key))
  expect(await refused(key)).toBe('unavailable')
  const ofAnother = come(four(keyOf('one', 'another')))
  const third = come([keyOf('two', 'third')])
  // A small one as well: there is no room at all.
  expect(await refused(keyOf('one', 'third'), 1)).toBe('unavailable')
  const others = come([...of('two').slice(1), ...of('three'), ...of('four')])
  // Who has none may have one all the same, and no second, also once another of theirs has come to its end.
  const one = come([keyOf('five')])
  expect(await refused(keyOf('five'))).toBe('unavailable')
  expect(await ended(one)).toEqual(whole)
  const again = come([keyOf('five', 'another')])
  expect(await refused(keyOf('five'))).toBe('unavailable')

  expect(await ended([...ofKey.slice(0, 2), ...again])).toEqual(whole)
  const next = come([keyOf('five'), keyOf('five')])
  expect(await ended([...ofKey.slice(2), ...ofAnother, ...third, ...others, ...next])).toEqual(whole)
  expect(await ended(come(of('one')))).toEqual(whole)
})

it('of one that was refused before all had come nothing is held, whatever comes behind', async () => {
  const late = Array.from({ length: 20 }, () => new TransformStream<Uint8Array, Uint8Array>())
  const refusals = late.map(({ readable }) =>
    withStreamOf(keyOf('six'), async (hold) => {
      for await (const lines of orPauses(linesOf(readable, hold), 1)) if (!lines) throw new Error('in a pause')
    }).catch(String),
  )
  expect(new Set(await Promise.all(refusals))).toEqual(new Set(['Error: in a pause']))
  for (const { writable } of late) {
    const writer = writable.getWriter()
    await writer.write(new Uint8Array(1024 * 1024)).catch(() => undefined)
    await writer.closed.catch(() => undefined)
  }
  expect(await ended(come(Array.from({ length: 4 }, () => keyOf('six'))))).toEqual(whole)
})

it('2,048 streams of a project may be open, in which nothing comes, and leave others and its own batches their room', async () => {
  let close = () => {}
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  const open = (projectId: string, key?: string) =>
    withStreamOf(keyOf(projectId, key), () => closed).catch((error) => error.code)
  const all = ['seven', 'eight', 'nine', 'ten'].flatMap((id) =>
    Array.from({ length: 2048 }, (_, n) => open(id, n < 1536 ? 'key' : 'another')),
  )
  expect(await open('seven', 'another')).toBe('unavailable')
  const ofKey = Array.from({ length: 1536 }, () => open('twenty'))
  expect(await open('twenty')).toBe('unavailable')
  ofKey.push(open('twenty', 'another'))
  expect(await ended(come([keyOf('seven'), keyOf('seven'), keyOf('eleven'), keyOf('eleven')]))).toEqual(whole)
  close()
  expect(new Set(await Promise.all([...all, ...ofKey]))).toEqual(new Set([undefined]))
})

it('of unknown length hold as much as has come; what is refused, or breaks off, holds nothing', async () => {
  const mebibyte = ' '.repeat(1024 * 1024)
  const many = Array.from({ length: 40 }, (_, n) => take(keyOf('six', `key ${n % 3}`), null))
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
  for (let n = 0; n < 10; n += 1) expect(await take(keyOf('six'), limitBytes + 1).taken).toBe('body_too_large')
  await many[15]?.end()
  expect(await many[15]?.taken).toBe('[]')
  expect(await ended(come(Array.from({ length: 4 }, () => keyOf('six'))))).toEqual(whole)
})

const secretKey: Caller = { ...apiKey, keyKind: 'secret', keyId: 'secret', projectId: 'one' }
const publishableKey: Caller = { ...apiKey, keyKind: 'publishable', keyId: 'publishable', projectId: 'one' }
const person: Caller = { kind: 'staff', userId: 'person', name: '', email: '', sessionId: '', memberships: [] }

const kibibyte = 1024

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://localhost/none')
  vi.stubEnv('BAYCALL_SECRET', 'a secret of a test that is long enough')
})
afterAll(() => void vi.unstubAllEnvs())

const send = (caller: Caller, from = '', bytes = 64 * kibibyte) => {
  const { request, ...sender } = slow(bytes, from)
  const read = (hold?: Hold) => readJson(request, 64 * kibibyte, { hold })
  const taken = whileHeld(caller, request, read).catch((error) => error.code)
  return { taken, ...sender }
}

it.each<[string, Caller, Caller, string, number]>([
  ['a secret key', secretKey, { ...secretKey, keyId: 'another' }, '', 128],
  ['an address by a publishable key', publishableKey, publishableKey, '203.0.113.7', 32],
  ['somebody', person, { ...person, userId: 'another' }, '', 32],
])('of what else comes slowly %s holds so much, and others theirs', async (_, one, other, address, most) => {
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

it('of what else comes slowly all secret keys of a project hold four times as much as one, and another project’s theirs', async () => {
  const keys = Array.from({ length: 4 }, (_, n) => keyOf('twelve', `key ${n}`))
  const all = keys.flatMap((key) => Array.from({ length: 128 }, () => send(key)))
  const fifth = keyOf('twelve', 'fifth')
  expect(await send(fifth).taken).toBe('unavailable')
  for (const { end, taken } of [send(fifth, '', 2 * kibibyte), send(keyOf('thirteen')), ...all]) {
    await end()
    expect(await taken).toEqual([])
  }
})

it('of what else comes slowly a project’s publishable keys hold so much from all addresses, and another project’s theirs', async () => {
  const of = (projectId: string): Caller => ({ ...publishableKey, projectId })
  const all = Array.from({ length: 1_024 }, (_, n) => send(of('crowded'), `198.51.${n >> 5}.7`))
  expect(await send(of('crowded'), '203.0.113.9').taken).toBe('unavailable')
  const small = send(of('crowded'), '203.0.113.9', 2 * kibibyte)
  for (const { end, taken } of [small, send(of('calm'), '203.0.113.9'), ...all]) {
    await end()
    expect(await taken).toEqual([])
  }
})

describe('who has dawdled for five seconds with what else comes slowly', () => {
  const of = (projectId: string): Caller => ({ ...publishableKey, projectId })
  const crowd = (projectId: string) =>
    Array.from({ length: 1_024 }, (_, n) => send(of(projectId), `198.51.${n >> 5}.7`))

  /** Since all that has begun to come, and for what comes next. */
  const pass = async (ms: number) => {
    await new Promise(setImmediate)
    vi.advanceTimersByTime(ms)
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('makes room for who comes where there is none, and no more of them than have to', async () => {
    const all = crowd('dawdling')
    await pass(4_900)
    const some = send(of('dawdling'), '203.0.113.9', 3 * kibibyte)
    expect(await some.taken).toBe('unavailable')
    await pass(200)
    const others = [3, 3, 64].map((size) => send(of('dawdling'), '203.0.113.9', size * kibibyte))
    expect(await Promise.all(all.slice(0, 2).map(({ taken }) => taken))).toEqual(['unavailable', 'unavailable'])
    for (const { end, taken } of [...others, ...all.slice(2)]) {
      await end()
      expect(await taken).toEqual([])
    }
    const again = crowd('dawdling')
    expect(await send(of('dawdling'), '203.0.113.9').taken).toBe('unavailable')
    for (const { end } of again) await end()
  })

  it('makes room at its own address as well, and none where it has sent all and waits for its turn', async () => {
    const ones = Array.from({ length: 32 }, () => send(publishableKey))
    await pass(5_100)
    const other = send(publishableKey)
    expect(await ones[0]?.taken).toBe('unavailable')
    for (const { end } of [other, ...ones.slice(1)]) await end()
    expect(await other.taken).toEqual([])

    let goOn = () => {}
    const turn = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const { request } = slow(null)
    const whole = Array.from({ length: 32 }, () =>
      whileHeld(publishableKey, request, async (hold) => {
        hold?.(64 * kibibyte)
        hold?.(0, true)
        await turn
        return 'whole'
      }),
    )
    await pass(60_000)
    expect(await send(publishableKey).taken).toBe('unavailable')
    goOn()
    expect(new Set(await Promise.all(whole))).toEqual(new Set(['whole']))
  })
})
