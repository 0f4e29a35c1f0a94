import * as z from 'zod'
import { ClientId, chosenName, ProjectId, Time, text } from '@/lib/http/fields'
import { longestTabletName, mostListedTablets } from '@/lib/tablets/model'

const projectId = '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10'

/** What a tablet shows and asks with, named as RFC 8628 (3.2) names it. */
export const PairingStart = z
  .object({
    device_code: z.string().describe('The tablet asks with it, and shows it to nobody'),
    user_code: z.string().describe('What a manager enters'),
    verification_uri: z.string().describe('Where a manager enters it'),
    verification_uri_complete: z.string().describe('The same with the code in it, for a QR code'),
    expires_in: z.int().describe('Seconds that both codes are good for'),
    interval: z.int().describe('Seconds between two questions, at least'),
  })
  .meta({ id: 'PairingStart' })
export type PairingStart = z.output<typeof PairingStart>

export const PairingTokenRequest = z
  .strictObject({
    grant_type: z.literal('urn:ietf:params:oauth:grant-type:device_code').optional(),
    device_code: text(1, 128),
  })
  .meta({ id: 'PairingTokenRequest', examples: [{ device_code: 'the device_code of the tablet' }] })

/** What a tablet has become. Its credential is the cookie. */
export const PairedTablet = z
  .object({ projectId: z.guid(), destinationId: z.string(), name: z.string() })
  .meta({ id: 'PairedTablet' })
export type PairedTablet = z.output<typeof PairedTablet>

export const Tablet = z
  .object({
    tabletId: z.guid(),
    destinationId: z.string(),
    storeName: z.string(),
    name: z.string(),
    device: z.string().describe('As its browser says: "Chrome · Android"; empty where that is nothing known'),
    pairedAt: Time,
    pairedBy: z.string().describe('The name of whoever entered its code'),
    lastSeenAt: Time.nullable().describe('To the minute; null: it has not fetched its credential yet'),
  })
  .meta({ id: 'Tablet' })
export type Tablet = z.output<typeof Tablet>

export const Tablets = z
  .object({
    tablets: z.array(Tablet).describe(`By store and name, at most ${mostListedTablets}; not those that were revoked`),
    hasMore: z.boolean().describe('There are more than are listed: search for the others'),
  })
  .meta({ id: 'Tablets' })
export type Tablets = z.output<typeof Tablets>

const UserCode = text(1, 40).describe('The code on the tablet, as it was typed')
const TabletName = chosenName(longestTabletName)

export const TabletsQuery = z.strictObject({ projectId: ProjectId })
export const TabletListQuery = TabletsQuery.extend({
  search: text(0, 128).optional().describe('In the name, the tabletId, or the store’s name or destinationId'),
})
export const TabletPath = z.object({ tabletId: z.guid() })

export const PairingQuestion = z
  .strictObject({ projectId: ProjectId, userCode: UserCode })
  .meta({ id: 'PairingQuestion', examples: [{ projectId, userCode: 'BCDF-GHJK' }] })

/** What somebody is about to admit. */
export const WaitingTablet = z
  .object({
    userCode: z.string(),
    device: z.string(),
    address: z.string().describe('Of its network, as this server sees it'),
    isElsewhere: z.boolean().describe('It is not in the network of whoever looks'),
    requestedAt: Time,
    expiresAt: Time,
  })
  .meta({ id: 'WaitingTablet' })
export type WaitingTablet = z.output<typeof WaitingTablet>

export const PairingDenial = z.strictObject({ projectId: ProjectId, userCode: UserCode })

export const NewTablet = z
  .strictObject({ projectId: ProjectId, userCode: UserCode, destinationId: ClientId, name: TabletName })
  .meta({
    id: 'NewTablet',
    examples: [{ projectId, userCode: 'BCDF-GHJK', destinationId: 'ringwood-north', name: 'Counter 1' }],
  })
export type NewTablet = z.output<typeof NewTablet>

export const TabletPatch = z
  .strictObject({ name: TabletName })
  .meta({ id: 'TabletPatch', examples: [{ name: 'Counter 2' }] })
