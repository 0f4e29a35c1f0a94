import { stringify } from 'csv-stringify/sync'
import type { Entry } from '@/lib/entries/schema'

/** A cell that a spreadsheet would run as a formula is made text by a leading apostrophe. For texts only. */
export function guardFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

type Cell = string | number | undefined

const text = (value: string | null | undefined): Cell => (value == null ? undefined : guardFormula(value))

// Numbers and times are no formulas: they stay as they are.
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
  customEventMetaData: (e) => e.customEventMetaData && JSON.stringify(e.customEventMetaData),
}

/** Entries as CSV (RFC 4180, lines ended by \n), a header first, nested fields by their own names. */
export function entriesCsv(entries: Entry[]): string {
  const rows = entries.map((entry) => Object.values(columns).map((cell) => cell(entry)))
  // A lone \r inside a cell is a line's end to some readers.
  return stringify([Object.keys(columns), ...rows], { quoted_match: /[\r\n]/ })
}
