import { formulaStart, guardedLineSql, guardedSql, otherSeparators } from '@/lib/csv/formulas'

// How PostgreSQL writes an entry `e` and its zone `z` as a line of text: faster than we would, and off the one thread
// that answers everybody (docs/decisions/0006, 0016).

/** One of the entry's times as the contract writes it. One microsecond more, and it always has the places that are cut. */
const iso = (column: string) => `left(to_json(${column} at time zone 'UTC' + interval '1 us')::text, 24) || 'Z"'`

const zoneName = 'coalesce(z.name, e.zone_id)'

/** The columns that hold what a sender wrote. */
const texts = [
  'e.entry_id',
  'e.zone_id',
  zoneName,
  'e.destination_id',
  'e.install_ref',
  'e.order_id',
  'e.fence_id',
  'e.fence_name',
  'e.device_type',
  'e.os',
  'e.os_version',
  'e.app_build_version',
  'e.sdk_version',
]

type Write = (column: string) => string

const quoted: Write = (column) => `'"' || ${column} || '"'`
const escaped: Write = (column) => `to_json(${column})`
const asItIs: Write = (column) => column
const asText: Write = (column) => `${column}::text`

const optional = (name: string, column: string, write: Write) =>
  `case when ${column} is null then '' else ',"${name}":' || ${write(column)} end`

// An object of optional fields: each brings a comma, of which the first is cut off.
const optionalObject = (name: string, columns: string[], fields: string[]) =>
  `case when coalesce(${columns.join(', ')}) is null then ''
        else ',"${name}":{' || substr(${fields.join(' || ')}, 2) || '}' end`

// In the contract's order.
const jsonWith = (write: Write) => `
  '{"entryId":' || ${write('e.entry_id')} || ',"projectId":"' || e.project_id || '","zoneId":' || ${write('e.zone_id')}
  || ',"zoneName":' || ${write(zoneName)}
  || ',"destinationId":' || case when e.destination_id is null then 'null' else ${write('e.destination_id')}::text end
  || ',"installRef":' || case when e.install_ref is null then 'null' else ${write('e.install_ref')}::text end
  || ${optional('orderId', 'e.order_id', write)}
  || ',"source":"' || e.source
  || '","entryTime":' || ${iso('e.entry_time')} || ',"creationTime":' || ${iso('e.creation_time')}
  || ${optional('fenceId', 'e.fence_id', write)} || ${optional('fenceName', 'e.fence_name', write)}
  || ${optionalObject(
    'location',
    ['e.latitude'],
    [
      optional('latitude', 'e.latitude', asItIs),
      optional('longitude', 'e.longitude', asItIs),
      optional('horizontalAccuracy', 'e.horizontal_accuracy', asItIs),
    ],
  )}
  || ${optionalObject(
    'deviceInfo',
    ['e.device_type', 'e.os', 'e.os_version'],
    [
      optional('deviceType', 'e.device_type', write),
      optional('os', 'e.os', write),
      optional('osVersion', 'e.os_version', write),
    ],
  )}
  || ${optionalObject(
    'appInfo',
    ['e.app_build_version', 'e.sdk_version'],
    [optional('appBuildVersion', 'e.app_build_version', write), optional('sdkVersion', 'e.sdk_version', write)],
  )}
  || ${optional('customEventMetaData', 'e.custom_event_meta_data', asText)} || '}'`

/**
 * An entry as JSON on one line. One look at all its texts together tells whether any needs escaping: few do. What JSON escapes
 * it does by a backslash, and writing them all so is quicker than a pattern.
 */
export const jsonRecord = `case when strpos(to_json(concat(${texts.join(', ')}))::text, '\\') > 0 then ${jsonWith(escaped)}
  else ${jsonWith(quoted)} end`

/** RFC 4180; a lone \r inside a cell is a line's end to some readers. */
const csvCell: Write = (column) =>
  `case when ${column} ~ '[",\\n\\r]' then '"' || replace(${column}, '"', '""') || '"' else coalesce(${column}, '') end`

/** For texts only. */
const csvText: Write = (column) => csvCell(guardedSql(column))

const csvPlain: Write = (column) => `coalesce(${column}, '')`

// Of a value so small, and of no other, PostgreSQL writes an exponent where people don't.
const csvNumber: Write = (column) => `case when ${column} is null then ''
  when abs(${column}) < 1e-4 then (${column}::text)::numeric::text else ${column}::text end`

const csvTime: Write = (column) => `substr(${iso(column)}, 2, 24)`

// Numbers and times are no formulas: they stay as they are.
const cellsWith = (write: Write): Record<string, string> => ({
  entryId: write('e.entry_id'),
  projectId: 'e.project_id',
  zoneId: write('e.zone_id'),
  zoneName: write(zoneName),
  destinationId: write('e.destination_id'),
  installRef: write('e.install_ref'),
  orderId: write('e.order_id'),
  source: 'e.source',
  entryTime: csvTime('e.entry_time'),
  creationTime: csvTime('e.creation_time'),
  fenceId: write('e.fence_id'),
  fenceName: write('e.fence_name'),
  latitude: csvNumber('e.latitude'),
  longitude: csvNumber('e.longitude'),
  horizontalAccuracy: csvNumber('e.horizontal_accuracy'),
  deviceType: write('e.device_type'),
  os: write('e.os'),
  osVersion: write('e.os_version'),
  appBuildVersion: write('e.app_build_version'),
  sdkVersion: write('e.sdk_version'),
  customEventMetaData: csvCell('e.custom_event_meta_data::text'),
})

const csvWith = (write: Write) => Object.values(cellsWith(write)).join(` || ',' || `)

/** The header of a CSV, with its line's end. */
export const csvHeader = `${Object.keys(cellsWith(asItIs)).join(',')}\n`

// Each text stands behind a \x01: where one begins can be told without looking at each. At worst it is done in vain.
const marked = `concat(${texts.map((column) => `E'\\x01', ${column}`).join(', ')})`

// What must be looked at cell by cell, or, between quotes, as a whole. Of JSON only `;` can be in the way.
const isOdd = `(strpos(e.custom_event_meta_data::text, ';') > 0 or ${marked} ~ '\\x01''*${formulaStart}|[",${otherSeparators}]')`

/** An entry as a line of CSV, without its end: nested fields by their own names, absent ones empty. */
export const csvRecord = `case when ${isOdd} then ${guardedLineSql(csvWith(csvText))}
  else ${csvWith(csvPlain)} end`
