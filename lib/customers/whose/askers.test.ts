import { expect, it } from 'vitest'
import { needleOf } from '@/lib/customers/telling/needle'
import { subjectOf } from '@/lib/customers/whose/askers'

const subject = (value: string, kind: 'phone' | 'plate' = 'phone') =>
  subjectOf({ key: 'a secret', projectId: 'a project', kind }, needleOf({ kind, value })?.readings ?? [])

it('the record’s digest is one for one number and one for one plate, however it is written', () => {
  const ids = ['+49 171 1234567', '0171 1234567', '49 171 1234567', '0049171/1234567'].map((one) => subject(one))
  expect(new Set(ids).size).toBe(1)
  // Of other countries' prefixes too: 06 is dialled in Hungary, 80 in Belarus.
  for (const area of ['600', '620', '800', '801']) {
    const same = [`+44 ${area} 1234567`, `0044${area}1234567`, `(0${area}) 1234567`].map((one) => subject(one))
    expect([area, new Set(same).size]).toEqual([area, 1])
  }
  expect(subject('ab-12 cde', 'plate')).toBe(subject('AB12CDE', 'plate'))
  expect(new Set([subject('0171 1234567'), subject('0171 1234568'), subject('AB12CDE', 'plate')]).size).toBe(3)
})
