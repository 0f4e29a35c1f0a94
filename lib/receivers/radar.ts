import { detailsOf } from '@/lib/receivers/details'
import { entryIdOf } from '@/lib/receivers/entry-id'
import { type Heard, idOf, labelOf, locationOf, timeOf } from '@/lib/receivers/model'
import type { RadarEvent } from '@/lib/receivers/schema'

type Place = { destinationId?: string; zoneId?: string }

// Radar's external ids are the customer's own: of a fence tagged "store", as its documents do it, a store's.
function placeOf({ tag, externalId, metadata, _id }: NonNullable<RadarEvent['geofence']>): Place {
  const named = { destinationId: idOf(metadata?.destinationId), zoneId: idOf(metadata?.zoneId) }
  if (named.destinationId || named.zoneId) return named
  const id = idOf(externalId)
  return tag === 'store' && id ? { destinationId: id } : { zoneId: id ?? idOf(_id) }
}

/** An event of this type is an entry; others are looked at no further. */
export const radarEntry = 'user.entered_geofence'

/** `user`: of the request, where the event has none. */
export function heardFromRadar(event: RadarEvent, user: RadarEvent['user']): Heard {
  if (!event.geofence) return null
  const { geofence, trip, location, locationAccuracy, confidence } = event
  const who = event.user ?? user
  const [longitude, latitude] = location?.coordinates ?? []
  const os = labelOf(who?.deviceType ?? user?.deviceType)
  const userId = idOf(who?.userId)
  return {
    entryId: entryIdOf('radar', event._id),
    ...placeOf(geofence),
    zoneName: labelOf(geofence.description),
    installRef: idOf(who?.deviceId) ?? userId ?? idOf(who?._id),
    orderId: idOf(trip?.externalId),
    entryTime: timeOf(event.createdAt, event.actualCreatedAt),
    fenceId: idOf(geofence._id) ?? idOf(geofence.externalId),
    fenceName: labelOf(geofence.description),
    location: locationOf(latitude, longitude, locationAccuracy),
    deviceInfo: os && { os },
    customEventMetaData: detailsOf({ userId, ...(typeof confidence === 'number' && { confidence }) }),
  }
}
