import { expect, it } from 'vitest'
import { withLargeBody } from '@/lib/http/large-bodies'

const limitBytes = 4 * 1024 * 1024

/** A body of which all but the end has come; `announced`: its length, or null where it says none. */
function slow(announced: number | null) {
  const { readable, writable } = new TransformStream()
  const headers = {
    'content-type': 'application/json',
    ...(announced !== null && { 'content-length': `${announced}` }),
  }
  const request = new Request('http://here/', {
    method: 'POST',
    body: readable,
    headers,
    duplex: 'half',
  } as RequestInit)
  const end = async () => {
    const writer = writable.getWriter()
    await writer.write(new TextEncoder().encode('[]'))
    await writer.close()
  }
  return { request, end }
}

const take = (projectId: string, announced: number | null) => {
  const { request, end } = slow(announced)
  const taken = withLargeBody({ projectId, request, limitBytes }, async (text) => text).catch((error) => error.code)
  return { taken, end }
}

const refused = (projectId: string, announced: number | null = limitBytes) => take(projectId, announced).taken

it('are held of a project and of all up to a bound, however slowly they come, and then there is room again', async () => {
  const of = (projectId: string, many: number) => Array.from({ length: many }, () => take(projectId, limitBytes))
  const first = of('one', 7)
  const unknown = take('one', null)
  expect(await refused('one')).toBe('unavailable')
  expect(await refused('one', null)).toBe('unavailable')
  // A small one as well: there is no room at all.
  expect(await refused('one', 1)).toBe('unavailable')
  const others = ['two', 'three', 'four'].flatMap((projectId) => of(projectId, 8))
  expect(await refused('five')).toBe('unavailable')

  await unknown.end()
  expect(await unknown.taken).toBe('[]')
  const next = take('five', limitBytes)
  const all = [...first, ...others, next]
  for (const { end } of all) await end()
  expect(new Set(await Promise.all(all.map(({ taken }) => taken)))).toEqual(new Set(['[]']))

  // What is announced as too large, or breaks off, holds nothing.
  for (let n = 0; n < 10; n += 1) expect(await refused('one', limitBytes + 1)).toBe('body_too_large')
  const again = of('one', 8)
  for (const { end } of again) await end()
  expect(await Promise.all(again.map(({ taken }) => taken))).toEqual(again.map(() => '[]'))
})
