import type { Candidate } from '@/lib/customers/data'
import {
  isMore,
  ofIds,
  type Page,
  type PageRead,
  paged,
  pages,
  plainText,
  searchedIn,
} from '@/lib/customers/statements/pages-statement'
import { bulkSql } from '@/lib/db'

/**
 * An entry that may be a customer's: by what its app told, what is said of its device, or the order that it names. `labels`:
 * of its device and its fence; `isBare`: nothing else is kept of its device and place.
 */
export type EntryCandidate = Candidate & {
  labels: (string | null)[]
  isBare: boolean
  orderId: string | null
  destinationId: string | null
  installRef: string | null
  creationTime: string
  isImported: boolean
}

const columns = `e.entry_id, e.order_id, e.destination_id, e.install_ref, e.creation_time, e.sequence, e.fence_name,
  e.source, e.device_type, e.custom_event_meta_data,
  num_nonnulls(e.install_ref, e.latitude, e.longitude, e.horizontal_accuracy, e.fence_name, e.device_type) = 0 as is_bare`

const candidate = `jsonb_build_object('id', p.entry_id, 'orderId', p.order_id, 'destinationId', p.destination_id,
  'installRef', p.install_ref, 'creationTime', p.creation_time, 'isImported', p.source = 'import', 'isBare', p.is_bare,
  'labels', jsonb_build_array(p.install_ref, p.fence_name, p.device_type),
  'texts', jsonb_build_array(p.custom_event_meta_data))`

/** An entry's place in the order of creation. */
export type EntryKey = [creationTime: string, sequence: string]

/** Some of a project's entries: behind one, up to another; null: from the first, to the last. */
export type Stretch = { after: EntryKey | null; until: EntryKey | null }

const farthest: EntryKey = ['infinity', '9223372036854775807']

/** Entries that hold a pattern or name one of these orders; of many, any order. Reads through entry_by_creation. */
export function scanEntries(
  projectId: string,
  { pattern, orderIds }: { pattern: string; orderIds: string[] },
  { after: from, until }: Stretch,
): AsyncGenerator<PageRead<EntryCandidate, EntryKey>> {
  const ofOrders = ofIds('p.order_id', orderIds, '$4')
  return pages(async (after: EntryKey | null, { rows, isFirst, suffix }) => {
    const [row] = await bulkSql<Page<EntryCandidate, EntryKey>>(
      `scan-entries${suffix}${ofOrders.suffix}`,
      `${paged(
        `select ${columns} from entry e
         where e.project_id = $1 and (e.creation_time, e.sequence) <= ($6::timestamptz, $7::bigint) and ${
           isFirst
             ? '$2::timestamptz is null and $3::bigint is null'
             : '(e.creation_time, e.sequence) > ($2, $3::bigint)'
         }`,
        'creation_time, sequence',
        rows,
        'custom_event_meta_data',
      )}
       select case when ${isMore(rows)} then (
           select jsonb_build_array(creation_time, sequence::text) from page
           order by creation_time desc, sequence desc limit 1) end as at,
         coalesce((select jsonb_agg(${candidate})
           from page p ${searchedIn('p.install_ref', 'p.fence_name', 'p.device_type', 'p.custom_event_meta_data')}
           where ${ofOrders.text} or ${plainText} ~* $5), '[]') as found`,
      [projectId, after?.[0] ?? null, after?.[1] ?? null, ofOrders.sent, pattern, ...(until ?? farthest)],
    )
    return row ?? { found: [], at: null }
  }, from)
}

type DeviceKey = [installRef: string, creationTime: string, sequence: string]

/** The entries of these devices. Relies on entry_of_install_by_creation. */
export function scanDevices(
  projectId: string,
  installRefs: string[],
): AsyncGenerator<PageRead<EntryCandidate & { installRef: string }, DeviceKey>> {
  return pages(async (after: DeviceKey | null, { rows, isFirst, suffix }) => {
    const [row] = await bulkSql<Page<EntryCandidate & { installRef: string }, DeviceKey>>(
      `scan-devices${suffix}`,
      `${paged(
        `select ${columns} from entry e
         where e.project_id = $1 and e.install_ref = any ($2) and ${
           isFirst
             ? '$3::text is null and $4::timestamptz is null and $5::bigint is null'
             : '(e.install_ref, e.creation_time, e.sequence) > ($3, $4::timestamptz, $5::bigint)'
         }`,
        'install_ref, creation_time, sequence',
        rows,
        'install_ref',
        'custom_event_meta_data',
      )}
       select case when ${isMore(rows)} then (
           select jsonb_build_array(install_ref, creation_time, sequence::text) from page
           order by install_ref desc, creation_time desc, sequence desc limit 1) end as at,
         coalesce((select jsonb_agg(${candidate}) from page p), '[]') as found`,
      [projectId, installRefs, after?.[0] ?? null, after?.[1] ?? null, after?.[2] ?? null],
    )
    return row ?? { found: [], at: null }
  })
}
