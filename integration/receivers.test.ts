import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { meetCommonRefusals, notMet } from '@/integration/refusals'
import { openShop, type Shop } from '@/integration/shop'
import { sql } from '@/lib/db'

let contract: Contract
let shop: Shop
let withKey: Record<string, string>

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  withKey = { 'x-service-api-key': shop.secretKey }
})

const radar = 'POST /api/prod1/receive/radar'
const traccar = 'POST /api/prod1/receive/traccar'
const owntracks = 'POST /api/prod1/receive/owntracks'

const received = async (name: string, body: unknown, query?: Record<string, string>) =>
  (await contract.expect(name, 200, null, { headers: withKey, body, query })).body

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

const stored = (like: string) =>
  sql<Record<string, unknown>>(
    'received-entries',
    `select e.entry_id, e.zone_id, z.name as zone_name, e.destination_id, e.install_ref, e.order_id, e.entry_time,
            e.fence_id, e.fence_name, e.latitude, e.longitude, e.horizontal_accuracy, e.os, e.custom_event_meta_data
     from entry e join zone z on z.project_id = e.project_id and z.zone_id = e.zone_id
     where e.project_id = $1 and e.entry_id like $2 order by e.sequence`,
    [shop.projectId, `${like}-%`],
  )

// As the senders' own documents give them.
const radarEvent = {
  _id: '56db1f4613012711002229f6',
  type: 'user.entered_geofence',
  createdAt: '2018-06-12T13:44:10.535Z',
  live: true,
  user: {
    userId: '1',
    deviceId: 'C305F2DB-56DC-404F-B6C1-BC52F0B680D8',
    metadata: { customId: 'abc', customFlag: false },
    locationAuthorization: 'GRANTED_FOREGROUND',
    locationAccuracyAuthorization: 'FULL',
  },
  geofence: { tag: 'store', externalId: '123', description: 'Store #123', metadata: { parking: false } },
  location: { type: 'Point', coordinates: [-73.977797, 40.783826] },
  locationAccuracy: 5,
  confidence: 3,
  foreground: true,
  actualCreatedAt: '2018-06-12T13:44:11.000Z',
}

const traccarEvent = {
  geofence: {
    id: 7,
    name: 'blub9',
    description: '',
    area: 'CIRCLE (49.133867934876974 8.166520803303387, 33112.6)',
  },
  position: {
    id: 18336,
    attributes: { t: 'i', ignition: true, distance: 449672.22 },
    deviceId: 7,
    protocol: 'owntracks',
    deviceTime: '2018-09-14T15:34:17.000+0000',
    fixTime: '2018-09-14T15:34:17.000+0000',
    latitude: 49.0156556,
    longitude: 8.3975169,
    network: null,
  },
  event: {
    id: 1216,
    deviceId: 7,
    type: 'geofenceEnter',
    serverTime: '2018-09-14T15:34:17.906+0000',
    positionId: 18336,
  },
  device: { id: 7, attributes: { aaa: 'AAAA', mm: '1' }, name: 'Van', uniqueId: '868618052108909', phone: null },
}

const ownTracksMessage = {
  _type: 'transition',
  wtst: 1425042603,
  lat: 12.34,
  lon: 44.5,
  tst: 1427634603,
  acc: 130,
  tid: 'JP',
  event: 'enter',
  desc: 'my Indian restaurant',
  t: 'b',
}

describe('what geofence senders post by themselves', () => {
  it('Radar: an entry into a store’s geofence is recorded once, exits and places are ignored, a bad event costs no other', async () => {
    const zoned = {
      ...radarEvent,
      _id: 'b',
      geofence: { _id: 'g-9', tag: 'kerb', externalId: 'k-1', description: 'Kerb' },
    }
    const named = { ...zoned, _id: 'c', geofence: { ...zoned.geofence, metadata: { destinationId: 'ringwood' } } }
    const onTrip = { ...named, _id: 'd', trip: { externalId: 'order-7' } }
    const exit = { ...radarEvent, _id: 'e', type: 'user.exited_geofence', user: null, location: 7 }
    const place = { _id: 'f', type: 'user.entered_place', geofence: null, place: { name: 'Starbucks' } }
    const wrong = { ...radarEvent, _id: 'g', createdAt: null, actualCreatedAt: null }
    const events = [radarEvent, zoned, 'no event', named, onTrip, exit, place, wrong]
    expect(await received(radar, { events, user: { deviceType: 'iOS' } })).toMatchObject({
      accepted: 4,
      duplicates: 0,
      ignored: 2,
      rejected: [{ index: 2 }, { index: 7, errors: [{ path: 'entryTime' }] }],
    })
    // Sent again, alone, as Radar does when it was not answered in time.
    expect(await received(radar, { events: null, event: radarEvent })).toMatchObject({ accepted: 0, duplicates: 1 })
    const rows = await stored('radar')
    expect(rows[0]).toEqual({
      entry_id: 'radar-56db1f4613012711002229f6',
      zone_id: expect.any(String),
      zone_name: 'Store #123',
      destination_id: '123',
      install_ref: 'C305F2DB-56DC-404F-B6C1-BC52F0B680D8',
      order_id: null,
      entry_time: new Date('2018-06-12T13:44:10.535Z'),
      fence_id: '123',
      fence_name: 'Store #123',
      latitude: 40.783826,
      longitude: -73.977797,
      horizontal_accuracy: 5,
      os: 'iOS',
      custom_event_meta_data: { userId: '1', confidence: '3' },
    })
    expect(rows.slice(1)).toMatchObject([
      { zone_id: 'k-1', zone_name: 'Kerb', destination_id: null, fence_id: 'g-9' },
      { destination_id: 'ringwood', fence_name: 'Kerb' },
      { destination_id: 'ringwood', order_id: 'order-7' },
    ])
  })

  it('Traccar: a geofenceEnter is recorded once, into the store that the fence or the address names', async () => {
    expect(await received(traccar, traccarEvent)).toMatchObject({ accepted: 1, ignored: 0, rejected: [] })
    expect(await received(traccar, traccarEvent)).toMatchObject({ accepted: 0, duplicates: 1 })
    const later = { ...traccarEvent.event, id: 1217, eventTime: '2024-05-10T10:45:34.984+00:00' }
    const geofence = { id: 8, name: 'Kerb', attributes: { destinationId: 'ringwood' } }
    await received(traccar, { ...traccarEvent, event: later, geofence })
    const offline = { id: 43334, attributes: {}, deviceId: null, type: 'deviceOffline', positionId: 0, geofenceId: [] }
    expect(await received(traccar, { event: offline, device: {} })).toMatchObject({ accepted: 0, ignored: 1 })
    const other = { ...later, id: 1218, geofenceId: 9 }
    await received(traccar, { event: other }, { destinationId: shop.destinationId })
    expect(await stored('traccar')).toMatchObject([
      {
        entry_id: 'traccar-1216-1536939257000',
        zone_id: '7',
        zone_name: 'blub9',
        destination_id: null,
        install_ref: '868618052108909',
        entry_time: new Date('2018-09-14T15:34:17.000Z'),
        latitude: 49.0156556,
        longitude: 8.3975169,
        horizontal_accuracy: null,
      },
      { zone_id: '8', destination_id: 'ringwood', entry_time: new Date('2024-05-10T10:45:34.984Z') },
      { zone_id: '9', destination_id: shop.destinationId, install_ref: '7' },
    ])
    expect(await received(traccar, { ...traccarEvent, geofence: undefined })).toMatchObject({
      accepted: 0,
      rejected: [{ index: 0, errors: [{ path: 'destinationId' }] }],
    })
  })

  it('what no place or name of ours can hold is left out of an entry, which is recorded without it', async () => {
    const id = 'x'.repeat(70)
    const odd = {
      ...radarEvent,
      _id: id,
      user: { ...radarEvent.user, deviceId: 'phone\u00071', userId: `u${'\u0301'.repeat(31)}` },
      geofence: { ...radarEvent.geofence, description: 'Store\u0000 #123 \ud83d' },
      location: { coordinates: [0, 95] },
      locationAccuracy: 1e12,
      confidence: 1e300,
    }
    const events = [odd, { ...odd, _id: `${id}y`, location: { coordinates: null } }, odd]
    expect(await received(radar, { events })).toMatchObject({ accepted: 2, duplicates: 1, rejected: [] })
    const rows = (await stored('radar')).slice(-2)
    const nowhere = { latitude: null, longitude: null, horizontal_accuracy: null }
    const named = { install_ref: 'phone1', fence_name: 'Store #123', custom_event_meta_data: {} }
    expect(rows).toMatchObject([
      { ...nowhere, ...named },
      { ...nowhere, ...named },
    ])
  })

  it('OwnTracks: an enter is recorded once, by the app’s password alone, and the app hears an empty list', async () => {
    const headers = { ...basic('jane', shop.secretKey), 'x-limit-u': 'jane', 'x-limit-d': 'phone' }
    for (const message of [ownTracksMessage, ownTracksMessage, { ...ownTracksMessage, event: 'leave' }]) {
      expect((await contract.expect(owntracks, 200, null, { headers, body: message })).body).toEqual([])
    }
    await received(owntracks, { _type: 'location', lat: 1, lon: 2, tst: 1 })
    await received(owntracks, { ...ownTracksMessage, rid: 'a1b2c3', topic: 'owntracks/ted/watch/event' })
    await received(owntracks, '')
    // Nothing at all, in a body whose length is not told.
    const nothing = new ReadableStream({ start: (stream) => stream.close() })
    const address = `${shop.baseUrl}/api/prod1/receive/owntracks`
    const sent: RequestInit & { duplex: 'half' } = { method: 'POST', headers: withKey, body: nothing, duplex: 'half' }
    expect(await (await fetch(address, sent)).json()).toEqual([])
    const here = {
      zone_id: 'my Indian restaurant',
      zone_name: 'my Indian restaurant',
      latitude: 12.34,
      longitude: 44.5,
    }
    const entry_time = new Date('2015-03-29T13:10:03.000Z')
    expect(await stored('owntracks')).toMatchObject([
      { ...here, entry_time, install_ref: 'jane/phone', fence_id: '1425042603', horizontal_accuracy: 130 },
      { ...here, entry_time, install_ref: 'ted/watch', fence_id: 'a1b2c3' },
    ])
  })

  it('is taken with a secret key only, and answered as the document says', async () => {
    const wrong = { headers: basic('x', shop.publishableKey), body: traccarEvent }
    await contract.expect(traccar, 403, 'right_missing', wrong)
    const unknown = await contract.expect(traccar, 401, 'credential_invalid', {
      ...wrong,
      headers: basic('x', 'sk_wrong'),
    })
    const none = await contract.expect(traccar, 401, 'credential_missing', { body: traccarEvent })
    // Some senders give the password of an address only when they are asked for it.
    for (const { headers } of [unknown, none]) expect(headers.get('www-authenticate')).toMatch(/^Basic realm="baycall"/)
    expect(none.text).toContain('password of Basic')
    await meetCommonRefusals(contract, 'receivers', {
      secretKey: withKey,
      publishable: { 'x-service-api-key': shop.publishableKey },
    })
    expect(notMet(contract, 'receivers')).toEqual([])
  })
})
