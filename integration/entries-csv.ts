import { stringify } from 'csv-stringify/sync'
import type { Entry } from '@/lib/entries/schema'

type Cell = string | number | undefined

// Numbers and times are no formulas: they stay as they are.
const text = (value: string | null | undefined): Cell => {
  if (value == null) return undefined
  const behind = withoutFormulas(value)
  return /^'*[=+\-@＝＋－＠\t\r]/.test(behind) ? `'${behind}` : behind
}

// Nor are parts of a text, where some other sign than a comma separates cells.
const withoutFormulas = (value: string) => value.replace(/([;\t\r\n][" ]*)('*[=+\-@＝＋－＠])/g, "$1'$2")

// As the database writes it.
const details = (given: Record<string, string>) =>
  `{${Object.entries(given)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(', ')}}`

const columns: Record<string, (entry: Entry) => Cell> = {
  entryId: (e) => text(e.entryId),
  projectId: (e) => e.projectId,
  zoneId: (e) => text(e.zoneId),
  zoneName: (e) => text(e.zoneName),
  destinationId: (e) => text(e.destinationId),
  installRef: (e) => text(e.installRef),
  orderId: (e) => text(e.orderId),
  source: (e) => e.source,
  entryTime: (e) => e.entryTime.toISOString(),
  creationTime: (e) => e.creationTime.toISOString(),
  fenceId: (e) => text(e.fenceId),
  fenceName: (e) => text(e.fenceName),
  latitude: (e) => e.location?.latitude,
  longitude: (e) => e.location?.longitude,
  horizontalAccuracy: (e) => e.location?.horizontalAccuracy,
  deviceType: (e) => text(e.deviceInfo?.deviceType),
  os: (e) => text(e.deviceInfo?.os),
  osVersion: (e) => text(e.deviceInfo?.osVersion),
  appBuildVersion: (e) => text(e.appInfo?.appBuildVersion),
  sdkVersion: (e) => text(e.appInfo?.sdkVersion),
  customEventMetaData: (e) => e.customEventMetaData && withoutFormulas(details(e.customEventMetaData)),
}

/** Entries as CSV as the contract says, by a library that writes CSV: what the database writes is held against it. */
export function entriesCsv(entries: Entry[]): string {
  const rows = entries.map((entry) => Object.values(columns).map((cell) => cell(entry)))
  // A lone \r inside a cell is a line's end to some readers.
  return stringify([Object.keys(columns), ...rows], { quoted_match: /[\r\n]/ })
}
