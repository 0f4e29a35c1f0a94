import { expect, it } from 'vitest'
import { RowCounter } from '@/components/entries/export/row-counter'

function rowsOf(format: 'csv' | 'ndjson', text: string, size: number): number {
  const counter = new RowCounter(format)
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) counter.add(bytes.subarray(at, at + size))
  return counter.rows
}

it('records are counted wherever the file is cut into pieces, and a line’s end in a cell is no record', () => {
  const csv = 'entryId,zoneName\n1,"Dock ""B""\nleft"\n2,"a,b"\n3,Süd\n'
  const lines = '{"zoneName":"Dock \\"B\\"\\nleft"}\n{"zoneName":"\\""}\n'
  for (const size of [1, 2, 7, 1000]) {
    expect(rowsOf('csv', csv, size)).toBe(3)
    expect(rowsOf('ndjson', lines, size)).toBe(2)
  }
  expect(rowsOf('csv', 'entryId,zoneName\n', 5)).toBe(0)
  expect(rowsOf('csv', '', 5)).toBe(0)
})
