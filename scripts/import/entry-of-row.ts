import { createHash } from 'node:crypto'
import { unguarded } from '@/lib/csv/formulas'
import type { Column, Field } from '@/scripts/import/columns'

/**
 * What rows say nothing of: where they belong, which offset their times have, and whether Baycall has written the file
 * (`isOwn`).
 */
export type Given = { destinationId?: string; zoneId?: string; offset: string; isOwn: boolean }

/** A time as reports write it, as ISO 8601 with an offset; what is none stays as it is, to be refused by name. */
export function timeOf(text: string, offset: string): string {
  const seconds = /^\d{9,10}(\.\d+)?$/.test(text) ? Number(text) * 1000 : /^\d{12,13}$/.test(text) ? Number(text) : null
  if (seconds !== null) return new Date(seconds).toISOString()
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:[.,]\d+)?)?\s*(.*)$/.exec(text)
  if (!parts) return text
  const [, date, minutes, rest = ':00', zone = ''] = parts
  const iso = zone === '' ? offset : /^(Z|UTC|GMT)$/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)?$/, colons)
  return `${date}T${minutes}${rest.replace(',', '.')}${iso}`
}

const colons = (_: string, hours: string, minutes = '00') => `${hours}:${minutes}`

/** The id of a row that brings none: the same for the same row, however often it is imported. */
function idOf(cells: string[], columns: Column[]): string {
  const told = columns.map(({ field, key, at }) => [key ?? field, cells[at]])
  return `csv-${createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 32)}`
}

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text.replace(',', '.')))

const some = <T extends object>(fields: T): T | undefined =>
  Object.values(fields).some((value) => value !== undefined) ? without(fields) : undefined

// An absent field is left out: undefined is none of JSON's values.
function without<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

function detailsOf(whole: string | undefined, single: [string, string][]): unknown {
  if (whole === undefined && single.length === 0) return undefined
  let told: unknown = {}
  try {
    told = whole === undefined ? {} : JSON.parse(whole)
  } catch {
    told = { details: whole }
  }
  return Object(told) === told && !Array.isArray(told) ? { ...(told as object), ...Object.fromEntries(single) } : told
}

// user.exited_geofence, geofenceExit, leave, dwell: nobody has come in.
const isEntry = (type: string) => /ent(er|ry)|arriv|check.?in|^in$/i.test(type)

/** A row as a record for EntryRecord to judge; null when it tells of something else than an entry. */
export function entryOfRow(cells: string[], columns: Column[], given: Given): Record<string, unknown> | null {
  const texts = new Map<Field, string>()
  const single: [string, string][] = []
  for (const { field, key, at } of columns) {
    const cell = (cells[at] ?? '').trim()
    // The guard against formulas is no part of the text in our own exports; in another's file an apostrophe is one.
    const text = given.isOwn ? unguarded(cell) : cell
    if (text === '' || text === '(null)') continue
    if (key) single.push([key, text])
    else texts.set(field, text)
  }
  const of = (field: Field) => texts.get(field)
  const type = of('eventType')
  if (type !== undefined && !isEntry(type)) return null
  const isPlaced = of('zoneId') !== undefined || of('destinationId') !== undefined
  const time = of('entryTime')
  return without({
    entryId: of('entryId') ?? idOf(cells, columns),
    zoneId: of('zoneId') ?? (isPlaced ? undefined : given.zoneId),
    zoneName: of('zoneName'),
    destinationId: of('destinationId') ?? (isPlaced ? undefined : given.destinationId),
    installRef: of('installRef'),
    orderId: of('orderId'),
    source: of('source') === 'sdk' ? 'sdk' : 'import',
    entryTime: time && timeOf(time, given.offset),
    fenceId: of('fenceId'),
    fenceName: of('fenceName'),
    location: some({
      latitude: number(of('latitude')),
      longitude: number(of('longitude')),
      horizontalAccuracy: number(of('horizontalAccuracy')),
    }),
    deviceInfo: some({ deviceType: of('deviceType'), os: of('os'), osVersion: of('osVersion') }),
    appInfo: some({ appBuildVersion: of('appBuildVersion'), sdkVersion: of('sdkVersion') }),
    customEventMetaData: detailsOf(of('details'), single),
  })
}
