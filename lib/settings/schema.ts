import * as z from 'zod'
import { bayKey } from '@/lib/bays/model'
import { ClientId, chosenName, clientId, ProjectId, text } from '@/lib/http/fields'
import { pinSettings } from '@/lib/pins/schema'
import { mostRedactedFields } from '@/lib/redaction/model'
import { keptMonths, monthRange } from '@/lib/retention/model'
import { mostBays, mostFaceFields, ranges, waitsOutOfOrder } from '@/lib/settings/model'
import { isTimeZone } from '@/lib/time/model'

const seconds = (field: keyof typeof ranges) => {
  const [least, most] = ranges[field]
  const expected = `Expected whole seconds from ${least} to ${most}`
  return z.int(expected).min(least, expected).max(most, expected)
}

const Waits = z
  .strictObject({
    dueSeconds: seconds('dueSeconds'),
    lateSeconds: seconds('lateSeconds'),
    overSeconds: seconds('overSeconds'),
  })
  .superRefine((waits, context) => {
    for (const field of waitsOutOfOrder(waits)) {
      context.addIssue({ code: 'custom', path: [field], message: 'Each must be longer than the one before it' })
    }
  })
  .describe('From when on a wait is due, late and over: each longer than the one before it')

const differing = <Item>(items: Item[], keyOf: (item: Item) => string) =>
  new Set(items.map(keyOf)).size === items.length

const FaceField = text(1, 64)
const Face = z
  .strictObject({
    bayField: FaceField.nullable().describe('The hsFields key that names the bay; null: as Baycall finds it'),
    fields: z
      .array(FaceField)
      .max(mostFaceFields, `At most ${mostFaceFields} fields`)
      .refine((fields) => differing(fields, (field) => field), 'A field stands there twice')
      .describe('The hsFields keys on the face of a row, in this order'),
  })
  .describe('What stands on a row')

const RedactedFields = z
  .array(FaceField)
  .min(1, 'Expected a field, or null')
  .max(mostRedactedFields, `At most ${mostRedactedFields} fields`)
  .describe('The hsFields keys, and customerName, that are emptied a day after an order was closed')

const expectedMonths = `Expected whole months from ${monthRange[0]} to ${monthRange[1]}`
const EntryMonths = z
  .int(expectedMonths)
  .min(monthRange[0], expectedMonths)
  .max(monthRange[1], expectedMonths)
  .nullable()
  .describe(`How many months entries are kept from when they were recorded; null: ${keptMonths}`)

const Bays = z
  .array(clientId(40).refine((bay) => bay.trim() !== '', 'Expected a name'))
  .max(mostBays, `At most ${mostBays} bays`)
  .refine((bays) => differing(bays, bayKey), 'A bay is listed twice')
  .describe('The bays of the store, in the order in which they stand; none: any')

const decidedFields = {
  waits: Waits.nullable(),
  goalSeconds: seconds('goalSeconds').nullable().describe('What the average wait of a day should stay within'),
  preparationSeconds: seconds('preparationSeconds').nullable().describe('How long before they come to begin preparing'),
  acknowledgeWithinSeconds: seconds('acknowledgeWithinSeconds')
    .nullable()
    .describe('How long an arrival may ring before other boards are told'),
}

const Overrides = z.object(decidedFields).describe('null: as the level above has it')

const Decided = z.object({
  waits: Waits,
  goalSeconds: z.int(),
  preparationSeconds: z.int(),
  acknowledgeWithinSeconds: z.int(),
})

/** What is in force on a store's board. */
export const BoardSettings = Decided.extend({ ticketFace: Face.nullable(), bays: Bays }).meta({ id: 'BoardSettings' })
export type BoardSettings = z.output<typeof BoardSettings>

const Version = z.int().describe('Grows with every change; its ETag is for If-Match')

export const ProjectSettings = z
  .object({
    projectId: z.guid(),
    name: z.string(),
    knownStoresOnly: z.boolean().describe('Orders and entries make no store'),
    version: Version,
    settings: Overrides.extend({
      ticketFace: Face.nullable(),
      redactedFields: RedactedFields.nullable().describe(
        'null: names, phones, plates and addresses, as Baycall finds them',
      ),
      entryMonths: EntryMonths,
    }),
    inherited: Decided.describe('What the product has where the project decided nothing'),
    fieldsSeen: z
      .array(z.string())
      .describe(
        'The hsFields keys of recent orders, the most frequent first, but for those with five digits or more; none for whoever has not all stores',
      ),
  })
  .meta({ id: 'ProjectSettings' })
export type ProjectSettings = z.output<typeof ProjectSettings>

export const StoreSettings = z
  .object({
    projectId: z.guid(),
    destinationId: z.string(),
    name: z.string(),
    isNew: z.boolean().describe('Not yet named by a manager'),
    timeZone: z.string(),
    version: Version,
    settings: Overrides,
    bays: Bays,
    inherited: Decided.describe('What the project has where the store decided nothing'),
  })
  .meta({ id: 'StoreSettings' })
export type StoreSettings = z.output<typeof StoreSettings>

const patched = {
  waits: decidedFields.waits.optional(),
  goalSeconds: decidedFields.goalSeconds.optional(),
  preparationSeconds: decidedFields.preparationSeconds.optional(),
  acknowledgeWithinSeconds: decidedFields.acknowledgeWithinSeconds.optional(),
  ...pinSettings,
}

export const ProjectSettingsPatch = z
  .strictObject({
    ...patched,
    ticketFace: Face.nullable().optional().describe('null: as Baycall finds them'),
    redactedFields: RedactedFields.nullable().optional().describe('null: as Baycall finds them. For owners'),
    entryMonths: EntryMonths.optional().describe(`null: ${keptMonths}. For owners`),
    knownStoresOnly: z
      .boolean()
      .optional()
      .describe('Orders and entries make no store: one that is not known is refused'),
  })
  .meta({ id: 'ProjectSettingsPatch', examples: [{ goalSeconds: 150, ticketFace: null }] })
export type ProjectSettingsPatch = z.output<typeof ProjectSettingsPatch>

export const StoreSettingsPatch = z
  .strictObject({
    ...patched,
    name: chosenName(80).optional().describe('The store is no longer new'),
    timeZone: text(1, 64).refine(isTimeZone, 'Expected a time zone such as Europe/Madrid').optional(),
    bays: Bays.optional(),
  })
  .meta({ id: 'StoreSettingsPatch', examples: [{ name: 'Ringwood North', bays: ['1', '2', '3'], goalSeconds: null }] })
export type StoreSettingsPatch = z.output<typeof StoreSettingsPatch>

export const ProjectPath = z.object({ projectId: ProjectId })
export const StoreSettingsQuery = z.strictObject({ projectId: ProjectId, destinationId: ClientId })

export const SettingsHeaders = z.object({
  'if-match': text(0, 2048).optional().describe('The ETag of the settings: refused with 412 once they have changed'),
})
