import { expect, it } from 'vitest'
import { bytesOf, jsonOf, readJson, refuseIllFormedText } from '@/lib/http/json-body'

const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

it('is read in 64 levels at most, whatever stands in its texts', () => {
  const deep = `[${'{"a":['.repeat(31)}1${']}'.repeat(31)},{"b":"${'[{'.repeat(100)}\\"[["}]`
  expect(jsonOf(deep)).toEqual(JSON.parse(deep))
  expect(jsonOf(JSON.stringify(nested(64)))).toEqual(nested(64))
  // Behind each other they are no levels.
  const flat = `[${'{},[],'.repeat(1_000)}1]`
  expect(jsonOf(flat)).toEqual(JSON.parse(flat))
  for (const text of [
    JSON.stringify(nested(65)),
    '['.repeat(40_000),
    `"\\"${'{'.repeat(65)}`,
    `["\\\\",${'['.repeat(64)}`,
  ]) {
    expect(() => jsonOf(text)).toThrow(SyntaxError)
  }
  expect(() => jsonOf(JSON.stringify(nested(65)))).toThrow('it is nested in more than 64 levels')
})

const placesOf = (value: unknown): string[] => {
  try {
    refuseIllFormedText(value)
    return []
  } catch (error) {
    return (error as { extras: { errors: { path: string }[] } }).extras.errors.map(({ path }) => path).sort()
  }
}

it('is Unicode without NUL in each text and key; up to twenty places are named', () => {
  expect(placesOf({ a: ['x', { b: 1, c: null, d: true }], 'é🚗': '🚗' })).toEqual([])
  expect(placesOf('\u0000')).toEqual([''])
  expect(placesOf({ a: ['x', { b: '\ud83d' }], c: { '\u0000': 1 }, '\ude97': 2 })).toEqual(['', 'a.1.b', 'c'])
  expect(placesOf(Array.from({ length: 1_000 }, () => '\u0000'))).toHaveLength(20)
  expect(placesOf(Array.from({ length: 1_000 }, () => ({ '\u0000': 1 })))).toHaveLength(20)
})

/** A request whose body has not come; `announced`: its length, or null where it says none. */
function coming(announced: number | null) {
  const { readable, writable } = new TransformStream()
  const headers = {
    'content-type': 'application/json',
    ...(announced !== null && { 'content-length': `${announced}` }),
  }
  const init = { method: 'POST', body: readable, headers, duplex: 'half' } as RequestInit
  return { request: new Request('http://here/', init), writer: writable.getWriter() }
}

it('counts as announced, or as far as it came, where it breaks off', async () => {
  for (const [announced, counted] of [
    [60_000, 60_000],
    [null, 3],
  ] as const) {
    const { request, writer } = coming(announced)
    const read = readJson(request, 64_000).catch((error) => error.code)
    await writer.write(new TextEncoder().encode('[1,'))
    await writer.abort()
    expect([await read, bytesOf(request)]).toEqual(['body_malformed', counted])
  }
})

it('is held for nobody who may send no more, whether or not they say how much is coming', async () => {
  const look = async (bytes: number) => {
    if (bytes > 2_000) throw new Error(`no room for ${bytes}`)
  }
  const { request, writer } = coming(null)
  const came: number[] = []
  const read = readJson(request, 64_000, { look, hold: (bytes) => came.push(bytes) })
  const refused = expect(read).rejects.toThrow('no room for 61001')
  await writer.write(new Uint8Array(1))
  await writer.write(new Uint8Array(61_000)).catch(() => {})
  await refused
  expect(came).toEqual([1])
  const held: number[] = []
  await expect(readJson(coming(60_000).request, 64_000, { look, hold: (bytes) => held.push(bytes) })).rejects.toThrow(
    'no room for 60000',
  )
  expect(held).toEqual([])
})

it('counts what was held of one that comes in parts and finds no room for all', async () => {
  let room = 5_000
  const hold = (bytes: number) => {
    room -= bytes
    if (room < 0) throw new Error('too many are underway')
  }
  const { request, writer } = coming(null)
  const refused = expect(readJson(request, 64_000, { hold })).rejects.toThrow('too many are underway')
  await writer.write(new Uint8Array(4_000))
  await writer.write(new Uint8Array(4_000)).catch(() => {})
  await refused
  expect(bytesOf(request)).toBe(4_000)
})
