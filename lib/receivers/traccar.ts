import { type Heard, idOf, labelOf, locationOf, timeOf } from '@/lib/receivers/model'
import type { TraccarEvent } from '@/lib/receivers/schema'

/** Traccar counts its events, as any other Traccar does: the time makes the number one of a kind. */
export function heardFromTraccar({ event, position, device, geofence }: TraccarEvent): Heard {
  if (event.type !== 'geofenceEnter') return null
  const entryTime = timeOf(event.eventTime, position?.fixTime, event.serverTime)
  const fenceId = idOf(geofence?.id) ?? idOf(event.geofenceId)
  const { attributes } = geofence ?? {}
  return {
    entryId: `traccar-${event.id}-${entryTime ? Date.parse(entryTime) : 0}`.slice(0, 64),
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
