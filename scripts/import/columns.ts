import { csvHeader } from '@/lib/entries/record-text'

/** Whether a file is one that Baycall has written: its header has the columns of an export, and no others. */
export const isOwnExport = (header: string[]): boolean => header.join(',') === csvHeader.trimEnd()

/** What a column may be taken for. `eventType` tells entries from exits; `details` is customEventMetaData. */
export type Field = keyof typeof names | 'detail'

// As other services call them, letters and digits only, the best first: Bluedot's reports and searches, Radar's events,
// Rover's tables, Traccar's reports, OwnTracks' messages (docs/import.md).
const names = {
  // Not a bare "id": of many reports it is the row's number, and the next file's begins at 1 again.
  entryId: ['entryid', 'eventid', 'eventuuid', 'uuid'],
  eventType: ['eventtype', 'type', 'event', 'eventname', 'action', 'transition'],
  zoneId: ['zoneid', 'geofenceexternalid', 'geofenceid', 'attributesgeofenceid', 'externalid', 'regionid', 'rid'],
  zoneName: [
    ...['zonename', 'zone', 'geofencename', 'attributesgeofencename', 'geofencedescription', 'geofence', 'regionname'],
    ...['desc'],
  ],
  destinationId: [
    'destinationid',
    'destination',
    'storeid',
    'storenumber',
    'storecode',
    'store',
    'locationid',
    'siteid',
  ],
  installRef: [
    ...['installref', 'installid', 'installationid', 'deviceid', 'devicedeviceidentifier', 'deviceidentifier'],
    ...['uniqueid', 'userdeviceid', 'userid', 'devicename', 'device', 'tid'],
  ],
  orderId: ['orderid', 'ordernumber', 'tripexternalid'],
  source: ['source'],
  entryTime: [
    ...['entrytime', 'eventtime', 'checkintime', 'entereddate', 'enteredat', 'arrivaltime', 'timestamp', 'createdat'],
    ...['recordedat', 'fixtime', 'devicetime', 'datetime', 'date', 'time', 'tst', 'actualcreatedat', 'servertime'],
  ],
  fenceId: ['fenceid'],
  fenceName: ['fencename', 'fence'],
  latitude: ['latitude', 'lat', 'locationlatitude', 'locationlat', 'positionlatitude', 'devicelocationlatitude'],
  longitude: [
    ...['longitude', 'lon', 'lng', 'long', 'locationlongitude', 'locationlng', 'locationlon', 'positionlongitude'],
    ...['devicelocationlongitude'],
  ],
  horizontalAccuracy: ['horizontalaccuracy', 'accuracy', 'locationaccuracy', 'acc', 'locationhorizontalaccuracy'],
  deviceType: ['devicetype', 'devicemodel', 'devicedevicemodel', 'model'],
  os: ['os', 'platform', 'operatingsystem', 'osname', 'deviceoperatingsystemname', 'devicetypename'],
  osVersion: ['osversion', 'deviceoperatingsystemversion', 'operatingsystemversion'],
  appBuildVersion: ['appbuildversion', 'appversion', 'deviceappversion', 'deviceappbuild', 'appbuild'],
  sdkVersion: ['sdkversion', 'devicesdkversion'],
  details: ['customeventmetadata', 'metadata', 'usermetadata', 'attributes'],
} satisfies Record<string, string[]>

/** Of one column of the file. `key`: of a detail. */
export type Column = { name: string; at: number; field: Field; key?: string }

/** `unused`: not understood, or a second one for what another tells already. */
export type Mapping = { columns: Column[]; unused: { name: string; why: string }[] }

// What we write ourselves, and what tells nothing of an entry.
const known = new Map([
  ['projectid', 'the project is said by --project'],
  ['creationtime', 'it is set as a row is recorded'],
])

// "Event Time (UTC)" is an event time.
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/\(.*\)/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

// customEventMetaData.lane, metadata_lane: one detail a column.
function detailOf(name: string): string | undefined {
  return /^\s*(?:custom[ _]?event[ _]?meta[ _]?data|metadata)[._:/ -]+(.+?)\s*$/i.exec(name)?.[1]
}

/** What the columns of a header are taken for: whatever their case, spaces and underscores. */
export function mapColumns(header: string[]): Mapping {
  const columns: Column[] = []
  const taken = new Set<number>()
  for (const [field, aliases] of Object.entries(names) as [keyof typeof names, string[]][]) {
    const places = aliases.map((alias) => header.findIndex((name, at) => !taken.has(at) && plain(name) === alias))
    const at = places.find((place) => place >= 0)
    if (at === undefined) continue
    taken.add(at)
    columns.push({ name: header[at] ?? '', at, field })
  }
  for (const [at, name] of header.entries()) {
    const key = taken.has(at) ? undefined : detailOf(name)
    if (key) columns.push({ name, at, field: 'detail', key })
  }
  const unused = [...header.entries()]
    .filter(([at]) => !columns.some((column) => column.at === at))
    .map(([, name]) => ({ name, why: whyUnused(name, columns) }))
  return { columns: columns.toSorted((a, b) => a.at - b.at), unused }
}

function whyUnused(name: string, columns: Column[]): string {
  const same = (Object.entries(names) as [Field, string[]][]).find(([, aliases]) => aliases.includes(plain(name)))
  const other = same && columns.find(({ field }) => field === same[0])
  if (other) return `"${other.name}" tells ${same[0]} already`
  return known.get(plain(name)) ?? 'not understood'
}
