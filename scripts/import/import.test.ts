import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { LineSplitter } from '@/lib/entries/lines'
import { EntryRecord } from '@/lib/entries/schema'
import { Checkpoint } from '@/scripts/import/checkpoint'
import { mapColumns } from '@/scripts/import/columns'
import { delimiterOf, RowReader } from '@/scripts/import/csv-rows'
import { entryOfRow, timeOf } from '@/scripts/import/entry-of-row'
import { nothingYet } from '@/scripts/import/progress'

const fieldsOf = (header: string) => mapColumns(header.split(',')).columns.map(({ field, key }) => key ?? field)

describe('the columns of a report', () => {
  it.each([
    [
      'a search of our own',
      'entryId,zoneId,zoneName,destinationId,installRef,source,entryTime,fenceId,fenceName,latitude,longitude,horizontalAccuracy,deviceType,os,osVersion,appBuildVersion,sdkVersion,customEventMetaData',
      'entryId zoneId zoneName destinationId installRef source entryTime fenceId fenceName latitude longitude horizontalAccuracy deviceType os osVersion appBuildVersion sdkVersion details',
    ],
    [
      'a spreadsheet’s spaces and capitals',
      'Zone ID,ZONE_NAME,Install Ref,Entry Time (UTC),Custom Event Meta Data.lane',
      'zoneId zoneName installRef entryTime lane',
    ],
    [
      'Radar’s events',
      'event_id,event_type,created_at,user_device_id,geofence_external_id,geofence_description,location_latitude,location_longitude,location_accuracy',
      'entryId eventType entryTime installRef zoneId zoneName latitude longitude horizontalAccuracy',
    ],
    [
      'Rover’s tables',
      'timestamp,attributes.geofence.id,attributes.geofence.name,device.deviceIdentifier,device.deviceModel,device.appVersion',
      'entryTime zoneId zoneName installRef deviceType appBuildVersion',
    ],
  ])('are understood: %s', (_, header, fields) => {
    expect(fieldsOf(header).join(' ')).toBe(fields)
    expect(mapColumns(header.split(',')).unused).toEqual([])
  })

  it('that are not, or told twice, or ours to write, are named with why', () => {
    const { unused } = mapColumns(['Shoe size', 'entryTime', 'created_at', 'creationTime'])
    expect(unused).toEqual([
      { name: 'Shoe size', why: 'not understood' },
      { name: 'created_at', why: '"entryTime" tells entryTime already' },
      { name: 'creationTime', why: 'it is set as a row is recorded' },
    ])
  })
})

describe('a row', () => {
  const { columns } = mapColumns(['type', 'time', 'store', 'lat', 'lng', 'metadata.lane'])
  const given = { offset: '+01:00', zoneId: 'kerb', isOwn: false }
  const entry = (...cells: string[]) => entryOfRow(cells, columns, given)

  it('becomes a record that the API takes, with the same id however often it comes', () => {
    const cells = ['user.entered_geofence', '2026-01-31 10:30:00', 'north', '48,5', '-11', '4']
    const record = entry(...cells)
    expect(EntryRecord.parse(record)).toMatchObject({
      entryId: expect.stringMatching(/^csv-[\w-]{32}$/),
      destinationId: 'north',
      source: 'import',
      entryTime: new Date('2026-01-31T09:30:00Z'),
      location: { latitude: 48.5, longitude: -11 },
      customEventMetaData: { lane: '4' },
    })
    expect(entry(...cells)).toEqual(record)
    expect(entry(...cells.with(5, '5'))?.entryId).not.toBe(record?.entryId)
  })

  it('belongs where the command says when it names no place, and is none of ours when it tells of an exit', () => {
    expect(entry('geofenceEnter', '1769851800', '', '', '', '')).toMatchObject({ zoneId: 'kerb' })
    for (const type of ['user.exited_geofence', 'geofenceExit', 'leave', 'dwell']) {
      expect(entry(type, '1769851800', '', '', '', '')).toBeNull()
    }
  })

  it.each([
    ['2026-01-31T09:30:00.5Z', '2026-01-31T09:30:00.5Z'],
    ['2026-01-31 09:30', '2026-01-31T09:30:00+13:00'],
    ['2026-01-31 09:30:00 UTC', '2026-01-31T09:30:00Z'],
    ['2026-01-31T09:30:00+0100', '2026-01-31T09:30:00+01:00'],
    ['1769851800', '2026-01-31T09:30:00.000Z'],
    ['1769851800123', '2026-01-31T09:30:00.123Z'],
    ['noon', 'noon'],
  ])('may say its time as %j', (text, iso) => {
    expect(timeOf(text, '+13:00')).toBe(iso)
  })
})

describe('the lines of a file', () => {
  const texts = (characters: string) =>
    fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
  // Where a row begins with an empty line, or a cell holds one, the line is lost, as are those between rows.
  const rows = (characters: string) =>
    fc.tuple(fc.constantFrom('a', '1'), texts(characters), texts(characters)).map((cells) => cells.map(trimmed))
  const trimmed = (cell: string) => cell.replace(/\n\s*/g, '\n').replace(/^\s+$/, 'x')

  function readInChunks(text: string, size: number) {
    const splitter = new LineSplitter()
    const reader = new RowReader(',', 3)
    const bytes = Buffer.from(text)
    const read = []
    for (let at = 0; at < bytes.length; at += size)
      read.push(...reader.push([...splitter.push(bytes.subarray(at, at + size))].flat()))
    return [...read, ...reader.push(splitter.end()), ...reader.end()]
  }

  // A quote that is never closed is one only beside rows that have none: else it may well be closed by theirs.
  it.each([
    ['a cell may go over several', rows('ab1 ,;"\n\'é'), ['too,few', 'one,"two" three,four']],
    ['a quote may never be closed', rows("ab1 ;'é"), ['"never closed,2,3', 'too,few', 'a,b"c,d', '"']],
  ])('are each for itself, what is broken costs no neighbour: %s', (_, good, bad) => {
    const file = fc.array(fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: fc.constantFrom(...bad) }))
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 50 }), (parts, size) => {
        const text = parts.map((part) => (typeof part === 'string' ? `${part}\n` : stringify([part]))).join('')
        const read = readInChunks(text, size)
        expect(read.map((row) => ('cells' in row ? row.cells : row.text))).toEqual(parts)
        expect(read.map(({ line }) => line)).toEqual(
          [...new Set(read.map(({ line }) => line))].toSorted((a, b) => a - b),
        )
      }),
    )
  })

  it('may be parted by commas, semicolons or tabs', () => {
    expect(['a,b', 'a;b,c;d', 'a\tb', 'a'].map(delimiterOf)).toEqual([',', ';', '\t', ','])
  })
})

it('every command of package.json begins in a file that is there', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const files = Object.values<string>(scripts).flatMap((command) => command.match(/[\w./-]+\.(mjs|cjs|ts)\b/g) ?? [])
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

describe('how far a file was imported', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'checkpoint-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'report.csv')
  const header = `entryTime,zone\n${'2026-01-31T09:30:00Z,kerb\n'.repeat(100)}`
  const write = (rest: string) => writeFileSync(file, header + rest)
  const reached = { line: 150, bytes: header.length + 500, tally: nothingYet() }
  const found = async (how: object, isAnew = false) => (await new Checkpoint(file).find(how, isAnew))?.line

  it('is known of that file only: it may have grown, but not be another that begins alike, or be shorter', async () => {
    const how = { zoneId: 'kerb' }
    const first = 'first report,\n'.repeat(100)
    write(first)
    const checkpoint = new Checkpoint(file)
    expect(await checkpoint.find(how, false)).toBeNull()
    await checkpoint.keep(reached)
    write(`${first}grown,\n`)
    expect(await found(how)).toBe(150)
    expect(await found(how, true)).toBeUndefined()
    expect(await found({ zoneId: 'dock' })).toBeUndefined()
    write('other report,\n'.repeat(100))
    expect(await found(how)).toBeUndefined()
    write('')
    await expect(found(how)).rejects.toThrow(/has become shorter.*--anew/)
    expect(await found(how, true)).toBeUndefined()
  })
})
