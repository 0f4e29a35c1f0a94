import * as z from 'zod'
import { ClientId, named, ProjectId, printablePattern, text } from '@/lib/http/fields'
import { declaredKinds, mostDeclared } from '@/lib/privacy/model'
import { ListedStore } from '@/lib/stores/schema'

export const PrivacyPath = z.object({ projectId: ProjectId })

const Kind = z.enum(declaredKinds).describe('none: not personal')

export const Privacy = z
  .object({
    projectId: z.guid(),
    name: z.string(),
    maskOnSharedBoards: z
      .boolean()
      .describe(
        'Paired tablets see "Anna K." of a customer, initials of other names, and the ends of plates and phones',
      ),
    stores: z
      .array(ListedStore.extend({ maskOnSharedBoards: z.boolean().nullable().describe('null: as the project') }))
      .describe('Of more than 100 all those that differ, and then those that have a name'),
    fields: z
      .array(
        z.object({
          key: z.string(),
          kind: Kind.describe('What it is taken for'),
          declared: Kind.nullable().describe('null: by its name'),
          found: Kind.describe('What its name says'),
          isEmptied: z.boolean().describe('A day after an order was closed'),
        }),
      )
      .describe('customerName, the hsFields of recent orders, and what else was declared'),
    hasOwnList: z.boolean().describe('redactedFields of the settings decide what is emptied'),
  })
  .meta({ id: 'Privacy' })
export type Privacy = z.output<typeof Privacy>

const most = mostDeclared
const ofName = { type: 'string', minLength: 1 }

export const PrivacyPatch = z
  .strictObject({
    maskOnSharedBoards: z.boolean().optional(),
    stores: named(ClientId, z.boolean().nullable(), {
      most,
      propertyNames: { ...ofName, maxLength: 128, pattern: printablePattern },
      additionalProperties: { type: ['boolean', 'null'] },
    })
      .optional()
      .describe('By destinationId; null: as the project'),
    personalFields: named(text(1, 64), Kind.nullable(), {
      most,
      propertyNames: { ...ofName, maxLength: 64 },
      additionalProperties: { anyOf: [{ type: 'string', enum: declaredKinds }, { type: 'null' }] },
    })
      .optional()
      .describe(`By the name of the detail; null: by that name. With those before at most ${mostDeclared}`),
  })
  .meta({
    id: 'PrivacyPatch',
    examples: [{ maskOnSharedBoards: true, personalFields: { 'Loyalty no.': 'other', nameplate: 'none' } }],
  })
export type PrivacyPatch = z.output<typeof PrivacyPatch>

export const RevealRequest = z.strictObject({ projectId: ProjectId }).meta({
  id: 'RevealRequest',
  examples: [{ projectId: '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10' }],
})
