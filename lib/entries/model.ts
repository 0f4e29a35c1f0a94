/**
 * An entry is one device's coming into a zone: a fence around a store's kerb, car park or street. Its entryTime is the
 * device's clock, its creationTime ours. An order's arrival records one as well.
 */
export const entrySources = ['sdk', 'order', 'import'] as const
export type EntrySource = (typeof entrySources)[number]

/** Which of an entry's two times a search goes by. */
export const timeTypes = ['creationTime', 'entryTime'] as const
export type TimeType = (typeof timeTypes)[number]

export const entryFormats = ['json', 'csv', 'ndjson'] as const
export type EntryFormat = (typeof entryFormats)[number]

export const contentTypes: Record<EntryFormat, string> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
}

export const defaultPageSize = 100
export const mostPageSize = 1000

/** The most texts an entry's customEventMetaData may hold. */
export const mostEntryDetails = 20

/** The most records of one JSON batch; a stream of lines has no such limit. */
export const mostBatchRecords = 1000

/** The rejected records that an answer names; further ones are counted. */
export const mostRejectionsNamed = 1000

/** 64 KiB: the limit of one line of a stream. */
export const lineLimitBytes = 64 * 1024
