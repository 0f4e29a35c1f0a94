import * as z from 'zod'
import { ClientId, chosenName, eachOnce, ProjectId, Time } from '@/lib/http/fields'
import { keyKinds, keyStates, longestKeyName } from '@/lib/keys/model'
import { mostStoresTold } from '@/lib/lists/model'

const KeyName = chosenName(longestKeyName)

const testWords =
  'A test key (sk_test_…, pk_test_…) reaches and does what a live one does, with real orders that stand on boards and count in insights: try out in a project or a store of its own. It is marked wherever it is seen: in the list of keys, in the timelines of the orders it touched, and by the header x-test-key: true on every answer to it'

/** A key as its owner sees it: never the key itself. */
export const ApiKey = z
  .object({
    keyId: z.guid(),
    name: z.string(),
    kind: z.enum(keyKinds),
    isTest: z.boolean().describe(testWords),
    prefix: z.string().describe('The characters that it begins with, to recognise it by'),
    destinationIds: z
      .array(z.string())
      .nullable()
      .describe(
        `The stores it is narrowed to, of one key all, else the first ${mostStoresTold}; null: all of the project`,
      ),
    storeCount: z.int().nullable().describe('How many stores those are in all; null: all of the project'),
    madeBy: z.string().nullable().describe('Who made it; null: somebody at the console of the server'),
    createdAt: Time,
    expiresAt: Time.nullable().describe('When it ends by itself; of a rotated key: when its overlap is over'),
    lastUsedAt: Time.nullable().describe('To the minute; null: never used'),
    revokedAt: Time.nullable(),
    replaces: z.guid().nullable().describe('The keyId of the key that it was rotated from'),
    replacedBy: z.guid().nullable().describe('The keyId of the key that it was rotated to'),
    state: z.enum(keyStates).describe('ending: rotated, and works until expiresAt'),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

export const ApiKeys = z
  .object({
    keys: z.array(ApiKey).describe('Those that work first, then those that have ended, the newest first; 500 at most'),
  })
  .meta({ id: 'ApiKeys' })

export const KeysQuery = z.strictObject({ projectId: ProjectId })
export const KeyPath = z.object({ keyId: z.guid().transform((id) => id.toLowerCase()) })

const Stores = z
  .array(ClientId)
  .min(1)
  .max(500)
  .refine(...eachOnce)

export const NewKey = z
  .strictObject({
    projectId: ProjectId,
    kind: z
      .enum(keyKinds)
      .describe('secret: for a server, never to leave it; publishable: may ship inside an app of customers'),
    name: KeyName.describe('Where it is used, so that it can be told from others'),
    isTest: z.boolean().default(false).describe(testWords),
    destinationIds: Stores.nullable().default(null).describe('The stores it is narrowed to; null: all of the project'),
    expiresAt: Time.nullable().default(null).describe('When it ends by itself, in the future; null: never'),
  })
  .meta({
    id: 'NewKey',
    examples: [
      { projectId: '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10', kind: 'secret', name: 'Web shop' },
      {
        projectId: '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10',
        kind: 'publishable',
        name: 'App, being tried out',
        isTest: true,
        destinationIds: ['ringwood-north'],
        expiresAt: '2030-01-31T00:00:00.000Z',
      },
    ],
  })
export type NewKey = z.output<typeof NewKey>

export const KeyRotation = z
  .strictObject({
    projectId: ProjectId,
    overlapSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .describe('How long the old key still works, up to a week; it never lives longer than it would have'),
  })
  .meta({
    id: 'KeyRotation',
    examples: [{ projectId: '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10', overlapSeconds: 86_400 }],
  })
export type KeyRotation = z.output<typeof KeyRotation>

/** A key that was just made. */
export const MadeKey = z
  .object({
    key: z.string().describe('The key itself. It is told this once, and kept nowhere'),
    apiKey: ApiKey,
  })
  .meta({ id: 'MadeKey' })
export type MadeKey = z.output<typeof MadeKey>
