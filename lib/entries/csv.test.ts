import { describe, expect, it } from 'vitest'
import { entriesCsv, guardFormula } from '@/lib/entries/csv'
import type { Entry } from '@/lib/entries/schema'

const entry: Entry = {
  entryId: 'e-1',
  projectId: '7b0a4a4e-3f53-4b8c-9d1e-2f1f5d3c9a10',
  zoneId: 'z-1',
  zoneName: 'Kerb',
  destinationId: null,
  installRef: null,
  source: 'sdk',
  entryTime: new Date('2026-01-31T09:30:00.123Z'),
  creationTime: new Date('2026-01-31T09:30:01.000Z'),
}

describe('entries as CSV', () => {
  it('has a header, also when there is no entry', () => {
    expect(entriesCsv([])).toBe(
      'entryId,projectId,zoneId,zoneName,destinationId,installRef,orderId,source,entryTime,creationTime,fenceId,fenceName,latitude,longitude,horizontalAccuracy,deviceType,os,osVersion,appBuildVersion,sdkVersion,customEventMetaData\n',
    )
  })

  it('leaves absent fields empty and quotes what would be cut', () => {
    const [, row] = entriesCsv([{ ...entry, zoneName: 'Kerb, "north"', customEventMetaData: { a: 'b' } }]).split('\n')
    expect(row).toBe(
      'e-1,7b0a4a4e-3f53-4b8c-9d1e-2f1f5d3c9a10,z-1,"Kerb, ""north""",,,,sdk,2026-01-31T09:30:00.123Z,2026-01-31T09:30:01.000Z,,,,,,,,,,,"{""a"":""b""}"',
    )
  })

  it('keeps a text with a line break in its cell', () => {
    expect(entriesCsv([{ ...entry, zoneName: 'a\rb' }])).toContain(',"a\rb",')
    expect(entriesCsv([{ ...entry, zoneName: 'a\nb' }])).toContain(',"a\nb",')
  })

  it.each(['=1+1', '+49 170 1', '-2', '@SUM(A1)', '\tx', '\rx'])('does not let a spreadsheet run %j', (text) => {
    expect(guardFormula(text)).toBe(`'${text}`)
  })

  it.each(['', 'a=1', ' =1', '1-2', "'=1"])('leaves %j as it is', (text) => {
    expect(guardFormula(text)).toBe(text)
  })

  it('guards every text, but no number and no time', () => {
    const csv = entriesCsv([
      {
        ...entry,
        zoneName: '=Z',
        installRef: '-1',
        fenceName: '+F',
        location: { latitude: -33.86, longitude: -70.6 },
        deviceInfo: { os: '@os' },
        appInfo: { sdkVersion: '=v' },
      },
    ])
    for (const cell of [",'=Z,", ",'-1,", ",'+F,", ',-33.86,-70.6,,', ",'@os,", ",'=v,"]) expect(csv).toContain(cell)
  })
})
