import { expect, it } from 'vitest'
import type { Broken } from '@/lib/customers/data'
import { needleOf } from '@/lib/customers/telling/needle'
import { leftFor, markOf, subjectsOf, whoseOf } from '@/lib/customers/whose/askers'

const asker = (value: string, kind: 'phone' | 'plate' = 'phone') =>
  whoseOf({ key: 'a secret', projectId: 'a project', kind }, needleOf({ kind, value })?.readings ?? [])

/** The last line of an erasing of somebody: which orders it left begun. */
const line = (value: string, begun: Record<string, string>, fields = Object.keys(begun)) => {
  const { subjectId } = asker(value)
  return { country: null, digits: null, ...markOf(asker(value)), subjectId, begun, fields }
}

/** As the record is asked: of their subjects alone. */
const left = (value: string, ...lines: ReturnType<typeof line>[]): Broken => {
  const ids = subjectsOf(asker(value))
  return leftFor(
    asker(value),
    lines.filter(({ subjectId }) => ids.includes(subjectId)),
  )
}
const nothing = { begun: {}, fields: [] }

it('what was begun for somebody goes on however the same phone is written, and for nobody of another country', () => {
  const begun = { begun: { hers: '100' }, fields: ['hers'] }
  const hers = line('+44 171 1234567', begun.begun)
  for (const value of ['0044 171 1234567', '+44 (0)171 1234567', '44 171 1234567', '0171 1234567', '171 1234567'])
    expect([value, left(value, hers)]).toEqual([value, begun])
  for (const value of ['+49 171 1234567', '49 171 1234567', '0049 171 1234567', '+44 171 1234568', '0171 123456'])
    expect([value, left(value, hers)]).toEqual([value, nothing])
})

it('what was begun without a country, or by digits that may have none, is of who asks for no more', () => {
  const of = (value: string) => line(value, { any: '100' })
  expect(left('0171 1234567', of('171 1234567')).begun).toEqual({ any: '100' })
  expect(left('+49 171 1234567', of('0171 1234567'))).toEqual(nothing)
  expect(left('49 171 1234567', of('0171 1234567'))).toEqual(nothing)
  // A German without the 0, or an American without the +.
  expect(left('1512 3456789', of('15123456789')).begun).toEqual({ any: '100' })
  expect(left('15123456789', of('0151 23456789')).begun).toEqual({ any: '100' })
  for (const value of ['+1 512 345 6789', '512 345 6789', '0151 23456789'])
    expect([value, left(value, of('15123456789'))]).toEqual([value, nothing])
})

it('is each one’s own: what another’s came to ends nothing, and what all of them came to does', () => {
  const [here, there] = ['+44 171 1234567', '+49 171 1234567']
  const both = [line(here, { a: '100' }), line(there, { b: '200' })]
  expect(left('0171 1234567', ...both)).toEqual({ begun: { a: '100', b: '200' }, fields: ['a', 'b'] })
  expect(left(here, ...both, line(there, {})).begun).toEqual({ a: '100' })
  expect(left('0171 1234567', line(here, { a: '100' }), line(there, {})).begun).toEqual({ a: '100' })
  const further = line('0171 1234567', { a: '300', c: '100' })
  expect(left(here, ...both, further)).toEqual({ begun: { a: '300' }, fields: ['a'] })
  expect(left(there, ...both, further)).toEqual({ begun: {}, fields: ['b'] })
  expect(left(here, ...both, line('0171 1234567', {}))).toEqual(nothing)
  expect(left('0171 1234567', ...both, line('0171 1234567', {}))).toEqual(nothing)
})

it('the record’s digest is one for one number and one for one plate, however it is written', () => {
  const ids = ['+49 171 1234567', '0171 1234567', '49 171 1234567', '0049171/1234567'].map(
    (one) => asker(one).subjectId,
  )
  expect(new Set(ids).size).toBe(1)
  expect(asker('ab-12 cde', 'plate')).toEqual(asker('AB12CDE', 'plate'))
  expect(markOf(asker('AB12CDE', 'plate'))).toEqual({})
})
