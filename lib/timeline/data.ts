import { sql } from '@/lib/db'
import type { BoardSection, OrderStatus } from '@/lib/orders/model'
import { type Actor, mostChanged } from '@/lib/timeline/model'
import type { TimelineEvent } from '@/lib/timeline/schema'

/** An event as it is kept: its number counts all projects' events, and is nobody's to see (lib/timeline/shown.ts). */
export type KeptEvent = Omit<TimelineEvent, 'id'> & { sequence: string }

type EventRow = {
  sequence: string
  recorded_at: Date
  event_time: Date | null
  event_type: string
  version: number
  status: OrderStatus
  section: BoardSection
  actor: Actor
  actor_name: string | null
  is_test: boolean
  from_section: BoardSection | null
  changed: string[]
  reason: string | null
  undone: string | null
  replaced_by: string | null
}

// An API key is named as it is called now; its kind says whether a phone or a server spoke.
const eventColumns = `e.sequence, e.recorded_at, e.event_time, e.event_type, e.version, e.status, e.section,
  case when e.actor = 'api' then case when k.kind = 'publishable' then 'phone' else 'server' end else e.actor end as actor,
  coalesce(e.actor_name, k.name) as actor_name, coalesce(k.is_test, false) as is_test, e.details ->> 'from' as from_section,
  array(select jsonb_object_keys(e.details - '{from,reason,undone,replacedBy,hsFields}'::text[])
        union all select jsonb_object_keys(coalesce(e.details -> 'hsFields', '{}')) limit ${mostChanged + 1}) as changed,
  e.details ->> 'reason' as reason, e.details ->> 'undone' as undone, e.details ->> 'replacedBy' as replaced_by`

const keyOfEvent = `left join api_key k
  on k.project_id = e.project_id and e.actor = 'api' and k.key_id = case when e.actor = 'api' then e.actor_id::uuid end`

// What 200 events name in all, in letters: an app may call its details as it likes, and an answer is made in one go.
const mostLetters = 40_000

/** `room`: for how many letters of names there is still room, in this and those after it. */
function eventOf(row: EventRow, room = { letters: mostLetters }): KeptEvent {
  const changed = row.changed.slice(0, mostChanged).filter(({ length }) => {
    if (length > room.letters) return false
    room.letters -= length
    return true
  })
  return {
    sequence: row.sequence,
    recordedAt: row.recorded_at,
    eventTime: row.event_time,
    eventType: row.event_type,
    version: row.version,
    status: row.status,
    section: row.section,
    from: row.from_section,
    actor: row.actor,
    actorName: row.actor_name,
    isTest: row.is_test,
    source: row.actor === 'staff' ? 'board' : row.actor === 'system' ? 'system' : 'api',
    changed,
    isMoreChanged: changed.length < row.changed.length,
    reason: row.reason,
    undone: row.undone,
    replacedBy: row.replaced_by,
  }
}

type OfOrder = { projectId: string; serviceId: string; destinationIds: string[] | null }

/**
 * What happened to an order, newest first, and under which names it stood in that; nothing for an order that is not there or not
 * in these stores. Uses order_event_timeline.
 */
export async function listTimelineEvents(
  of: OfOrder,
  limit: number,
): Promise<{ events: KeptEvent[]; names: string[] }> {
  const rows = await sql<EventRow & { called: string | null }>(
    'list-timeline-events',
    `select ${eventColumns}, e.details ->> 'customerName' as called from order_event e ${keyOfEvent}
     where e.project_id = $1 and e.service_id = $2 and ($3::text[] is null or e.destination_id = any ($3))
     order by e.sequence desc limit $4`,
    [of.projectId, of.serviceId, of.destinationIds, limit],
  )
  const names = new Set(rows.flatMap(({ called }) => (called ? [called] : [])))
  const room = { letters: mostLetters }
  return { events: rows.map((row) => eventOf(row, room)), names: [...names] }
}

/**
 * The last arrival that was told of an order behind the version at which staff moved it to Arrived; null behind any other.
 * Uses order_event_timeline.
 */
export async function findArrivalSince(
  version: number,
  projectId: string,
  serviceId: string,
): Promise<KeptEvent | null> {
  const [row] = await sql<EventRow>(
    'find-arrival-since',
    `select ${eventColumns} from order_event e ${keyOfEvent}
     where e.project_id = $1 and e.service_id = $2 and e.version > $3 and e.event_type = 'arrival'
       and exists (
         select from order_event m
         where m.project_id = $1 and m.service_id = $2 and m.version = $3 and m.section = 'Arrived' and m.replaced ? 'section')
     order by e.sequence desc limit 1`,
    [projectId, serviceId, version],
  )
  return row ? eventOf(row) : null
}

/** The last time that anybody moved or acknowledged an order: who was first. Uses order_event_timeline. */
export async function findLastMove(projectId: string, serviceId: string): Promise<KeptEvent | null> {
  const [row] = await sql<EventRow>(
    'find-last-move',
    `with moves as (
       select sequence, actor = 'staff' or (status, section) is distinct from
              (lag(status) over (order by sequence), lag(section) over (order by sequence)) as is_move
       from order_event where project_id = $1 and service_id = $2
     )
     select ${eventColumns} from order_event e ${keyOfEvent}
     where e.project_id = $1 and e.sequence = (select max(sequence) from moves where is_move)`,
    [projectId, serviceId],
  )
  return row ? eventOf(row) : null
}
