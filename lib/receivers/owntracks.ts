import { madeId } from '@/lib/receivers/entry-id'
import type { OwnTracksKind } from '@/lib/receivers/kinds'
import { type Heard, idOf, labelOf, locationOf } from '@/lib/receivers/model'
import type { OwnTracksMessage } from '@/lib/receivers/schema'

/** Whose phone it is, as far as the request says. */
export type Phone = { user?: string; device?: string }

function installRefOf({ topic, tid }: OwnTracksMessage, { user, device }: Phone): string | undefined {
  if (user || device) return idOf([user, device].filter(Boolean).join('/'))
  const [, ofTopic] = /^[^/]+\/([^/]+\/[^/]+)(\/|$)/.exec(topic ?? '') ?? []
  return idOf(ofTopic) ?? idOf(tid)
}

/** True for an entry; other messages are looked at no further. */
export const isOwnTracksEntry = ({ _type, event }: OwnTracksKind) => _type === 'transition' && event === 'enter'

/**
 * A waypoint's name is what the phones of a project share; its ids are each phone's own. Messages have no id: who, where
 * and when make one, the same whenever the app sends again.
 */
export function heardFromOwnTracks(message: OwnTracksMessage, phone: Phone): Heard {
  const { tst, wtst, desc, rid, lat, lon, acc } = message
  const installRef = installRefOf(message, phone)
  return {
    entryId: madeId('owntracks', [installRef, desc, wtst, rid, tst]),
    zoneId: idOf(desc),
    zoneName: labelOf(desc),
    installRef,
    entryTime: tst == null || Math.abs(tst) > 8e12 ? undefined : new Date(tst * 1000).toISOString(),
    fenceId: idOf(rid) ?? idOf(wtst),
    fenceName: labelOf(desc),
    location: locationOf(lat, lon, acc),
  }
}
