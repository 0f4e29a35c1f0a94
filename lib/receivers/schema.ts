import * as z from 'zod'
import { ClientId } from '@/lib/http/fields'

/** What senders post, by their own documents. They add fields when they like: what is not named here is let pass. */

const Id = z.union([z.string(), z.number()])
const Metadata = z.record(z.string(), z.unknown())
const at = '2018-06-12T13:44:10.535Z'

const RadarUser = z.looseObject({
  _id: z.string().nullish(),
  userId: z.string().nullish(),
  deviceId: z.string().nullish().describe('The entry’s installRef'),
  deviceType: z.string().nullish().describe('iOS, Android: the entry’s os'),
})

/** An event of Radar (radar.com/documentation/integrations/webhooks). */
export const RadarEvent = z
  .looseObject({
    _id: z.string(),
    type: z.string().describe('Only user.entered_geofence is recorded'),
    createdAt: z.string().nullish().describe('On the device'),
    actualCreatedAt: z.string().nullish(),
    user: RadarUser.nullish(),
    geofence: z
      .looseObject({
        _id: z.string().nullish(),
        tag: z.string().nullish().describe('store: the externalId is a destinationId; else it is a zoneId'),
        externalId: Id.nullish(),
        description: z.string().nullish(),
        metadata: Metadata.nullish().describe('destinationId and zoneId, where given, go before everything else'),
      })
      .nullish(),
    trip: z.looseObject({ externalId: z.string().nullish().describe('The entry’s orderId') }).nullish(),
    location: z
      .looseObject({ coordinates: z.array(z.number().nullable()).nullish().describe('Longitude, latitude') })
      .nullish(),
    locationAccuracy: z.number().nullish().describe('Metres'),
    confidence: z.number().nullish(),
  })
  .meta({ id: 'RadarEvent' })
export type RadarEvent = z.output<typeof RadarEvent>

const radarExample = {
  _id: '56db1f4613012711002229f6',
  type: 'user.entered_geofence',
  createdAt: at,
  live: true,
  user: { userId: '1', deviceId: 'C305F2DB-56DC-404F-B6C1-BC52F0B680D8' },
  geofence: { tag: 'store', externalId: '123', description: 'Store #123', metadata: { parking: false } },
  location: { type: 'Point', coordinates: [-73.977797, 40.783826] },
  locationAccuracy: 5,
  confidence: 3,
}

/** For the document: events are parsed one by one. */
export const RadarWebhook = z
  .looseObject({
    events: z.array(RadarEvent).nullish().describe('Event delivery: Multiple Events'),
    event: RadarEvent.nullish().describe('Event delivery: Single Event'),
    user: RadarUser.nullish(),
  })
  .meta({
    id: 'RadarWebhook',
    anyOf: [
      { properties: { events: { type: 'array' } }, required: ['events'] },
      { properties: { event: { type: 'object' } }, required: ['event'] },
    ],
    examples: [{ events: [radarExample] }],
  })

export const RadarEnvelope = z
  .looseObject({
    events: z.array(z.unknown()).max(1000).nullish(),
    event: z.unknown().nullish(),
    user: RadarUser.nullish().catch(null),
  })
  .refine((body) => body.events != null || body.event != null, {
    path: ['events'],
    error: 'Expected events or event',
  })

/** An event that Traccar forwards (traccar.org/forward, event.forward.type json). */
export const TraccarEvent = z
  .looseObject({
    event: z.looseObject({
      id: Id,
      type: z.string().describe('Only geofenceEnter is recorded'),
      eventTime: z.string().nullish().describe('On the device'),
      serverTime: z.string().nullish(),
      deviceId: Id.nullish(),
      geofenceId: Id.nullish(),
    }),
    position: z
      .looseObject({
        fixTime: z.string().nullish(),
        latitude: z.number().nullish(),
        longitude: z.number().nullish(),
        accuracy: z.number().nullish().describe('Metres; 0: not known'),
      })
      .nullish(),
    device: z.looseObject({ uniqueId: z.string().nullish().describe('The entry’s installRef') }).nullish(),
    geofence: z
      .looseObject({
        id: Id.nullish().describe('The entry’s zoneId, unless an attribute of that name says another'),
        name: z.string().nullish(),
        attributes: Metadata.nullish().describe('destinationId and zoneId, where given'),
      })
      .nullish(),
  })
  .meta({
    id: 'TraccarEvent',
    examples: [
      {
        event: {
          id: 1216,
          deviceId: 7,
          type: 'geofenceEnter',
          eventTime: '2018-09-14T15:34:17.906+00:00',
          geofenceId: 7,
        },
        position: { fixTime: '2018-09-14T15:34:17.000+00:00', latitude: 49.0156556, longitude: 8.3975169 },
        device: { id: 7, uniqueId: '123456789012345' },
        geofence: { id: 7, name: 'Kerb north', attributes: { destinationId: 'ringwood-north' } },
      },
    ],
  })
export type TraccarEvent = z.output<typeof TraccarEvent>

/** A message of an OwnTracks app in HTTP mode (owntracks.org/booklet/tech/json). */
export const OwnTracksMessage = z
  .looseObject({
    _type: z.string().describe('Only transition is recorded'),
    event: z.string().nullish().describe('enter; leave is ignored'),
    desc: z.string().nullish().describe('The waypoint’s name: the zoneId, and its name when it is new'),
    tst: z.number().nullish().describe('When, in seconds since 1970'),
    wtst: z.number().nullish(),
    rid: z.string().nullish().describe('The entry’s fenceId'),
    lat: z.number().nullish(),
    lon: z.number().nullish(),
    acc: z.number().nullish().describe('Metres'),
    tid: z.string().nullish(),
    topic: z.string().nullish().describe('owntracks/user/device/event: user and device are the entry’s installRef'),
  })
  .meta({
    id: 'OwnTracksMessage',
    examples: [
      {
        _type: 'transition',
        wtst: 1425042603,
        lat: 12.34,
        lon: 44.5,
        tst: 1427634603,
        acc: 130,
        tid: 'JP',
        event: 'enter',
        desc: 'Kerb north',
        t: 'c',
      },
    ],
  })
export type OwnTracksMessage = z.output<typeof OwnTracksMessage>

/** Of an address: the store of all that is received there, where the sender's fence names none. */
export const ReceiverQuery = z.strictObject({
  destinationId: ClientId.optional().describe('The store of whatever is received here, unless the fence names one'),
})
export type ReceiverQuery = z.output<typeof ReceiverQuery>

export const OwnTracksQuery = ReceiverQuery.extend({
  u: ClientId.optional().describe('Whose phone it is'),
  d: ClientId.optional().describe('Which device of theirs'),
})

export const OwnTracksHeaders = z.object({
  'x-limit-u': z.string().optional().describe('Whose phone it is, as the apps say'),
  'x-limit-d': z.string().optional().describe('Which device of theirs'),
})

/** What became of what was received. Index: of the event in `events`. */
export const ReceiverAnswer = z
  .object({
    accepted: z.int(),
    duplicates: z.int().describe('Events that were received before'),
    ignored: z.int().describe('Exits and whatever else is no entry'),
    rejected: z.array(
      z.object({ index: z.int(), errors: z.array(z.object({ path: z.string(), message: z.string() })) }),
    ),
  })
  .meta({ id: 'ReceiverAnswer' })
export type ReceiverAnswer = z.output<typeof ReceiverAnswer>

/** What the apps expect: messages for them, of which there are none. */
export const OwnTracksAnswer = z.array(z.looseObject({ _type: z.string() })).max(0)
