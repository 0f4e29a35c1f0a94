import { entryIdOf } from '@/lib/receivers/entry-id'
import { type Heard, idOf, labelOf, locationOf, timeOf } from '@/lib/receivers/model'
import type { TraccarEvent } from '@/lib/receivers/schema'

/** An event of this type is an entry; others are looked at no further. */
export const traccarEntry = 'geofenceEnter'

/** Traccar counts its events, as any other Traccar does: the time makes the number one of a kind. */
export function heardFromTraccar({ event, position, device, geofence }: TraccarEvent): Heard {
  const entryTime = timeOf(event.eventTime, position?.fixTime, event.serverTime)
  const fenceId = idOf(geofence?.id) ?? idOf(event.geofenceId)
  const { attributes } = geofence ?? {}
  return {
    entryId: entryIdOf('traccar', `${event.id}-${entryTime ? Date.parse(entryTime) : 0}`),
    destinationId: idOf(attributes?.destinationId),
    zoneId: idOf(attributes?.zoneId) ?? fenceId,
    zoneName: labelOf(geofence?.name),
    installRef: idOf(device?.uniqueId) ?? idOf(event.deviceId),
    entryTime,
    fenceId,
    fenceName: labelOf(geofence?.name),
    location: locationOf(position?.latitude, position?.longitude, position?.accuracy),
  }
}
