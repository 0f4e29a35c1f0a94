import { createHash } from 'node:crypto'
import { type Heard, idOf, labelOf, locationOf } from '@/lib/receivers/model'
import type { OwnTracksMessage } from '@/lib/receivers/schema'

/** Whose phone it is, as far as the request says. */
export type Phone = { user?: string; device?: string }

function installRefOf({ topic, tid }: OwnTracksMessage, { user, device }: Phone): string | undefined {
  if (user || device) return idOf([user, device].filter(Boolean).join('/'))
  const [, ofTopic] = /^[^/]+\/([^/]+\/[^/]+)(\/|$)/.exec(topic ?? '') ?? []
  return idOf(ofTopic) ?? idOf(tid)
}

/**
 * A waypoint's name is what the phones of a project share; its ids are each phone's own. Messages have no id: who, where
 * and when make one, the same whenever the app sends again.
 */
export function heardFromOwnTracks(message: OwnTracksMessage, phone: Phone): Heard {
  if (message._type !== 'transition' || message.event !== 'enter') return null
  const { tst, wtst, desc, rid, lat, lon, acc } = message
  const installRef = installRefOf(message, phone)
  const known = createHash('sha256')
    .update(JSON.stringify([installRef, desc, wtst, rid, tst]))
    .digest('base64url')
  return {
    entryId: `owntracks-${known.slice(0, 32)}`,
    zoneId: idOf(desc),
    zoneName: labelOf(desc),
    installRef,
    entryTime: tst === undefined || Math.abs(tst) > 8e12 ? undefined : new Date(tst * 1000).toISOString(),
    fenceId: idOf(rid) ?? idOf(wtst),
    fenceName: labelOf(desc),
    location: locationOf(lat, lon, acc),
  }
}
