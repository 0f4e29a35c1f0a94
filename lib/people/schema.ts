import * as z from 'zod'
import { ClientId, chosenName, Email, eachOnce, PaginationToken, ProjectId, Time, text } from '@/lib/http/fields'
import { mostStoresTold } from '@/lib/lists/model'
import { mostListedPeople } from '@/lib/people/model'
import { ListedStore } from '@/lib/stores/schema'

const Role = z.enum(['owner', 'manager', 'staff'])

/** The name that somebody goes by. */
export const PersonName = chosenName(100)

/** Stores by id, or null for all. */
export const Stores = z
  .array(ClientId)
  .min(1)
  .max(1000)
  .refine(...eachOnce)
  .nullable()
  .describe('null: all stores of the project, also those to come')

const part = { role: Role, destinationIds: Stores }

const isWhole = ({ role, destinationIds }: { role: string; destinationIds: unknown }) =>
  role !== 'owner' || destinationIds === null
const ownsAll = { path: ['destinationIds'], error: 'An owner has all stores: send null' }

const storeCount = z.int().nullable().describe('How many stores those are in all; null: all of the project')

export const Person = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    role: Role,
    destinationIds: z
      .array(z.string())
      .nullable()
      .describe(`null: all stores. Of those, the ones that whoever asks has; in a list the first ${mostStoresTold}`),
    storeCount,
    joinedAt: Time,
    lastSeenAt: Time.nullable(),
    hasSecondStep: z.boolean(),
    isYou: z.boolean(),
    mayChange: z.boolean().describe('Whether whoever asks may change or remove them'),
  })
  .meta({ id: 'Person' })
export type Person = z.output<typeof Person>

/** One person with all their stores, which are named. */
export const WholePerson = Person.extend({
  stores: z.array(ListedStore).describe('Those of destinationIds'),
}).meta({ id: 'WholePerson' })
export type WholePerson = z.output<typeof WholePerson>

export const Invitation = z
  .object({
    invitationId: z.guid(),
    email: z.string(),
    role: Role,
    destinationIds: z.array(z.string()).nullable().describe(`null: all stores. The first ${mostStoresTold}`),
    storeCount,
    invitedByName: z.string(),
    createdAt: Time,
    expiresAt: Time,
    mayChange: z.boolean(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof Invitation>

export const People = z
  .object({
    people: z.array(Person).describe(`By name, ${mostListedPeople} at a time`),
    peopleToken: PaginationToken.optional().describe('For those behind them; absent with the last'),
    invitations: z
      .array(Invitation)
      .describe(`Neither accepted nor withdrawn, newest first, ${mostListedPeople} at a time`),
    invitationsToken: PaginationToken.optional().describe('For those behind them; absent with the last'),
    rolesToGive: z.array(Role),
    allStoresToGive: z.boolean(),
    stores: z
      .array(ListedStore)
      .describe(
        'The first store of each who is listed and, with the beginning of both lists where nothing is searched for, those to give',
      ),
    sendsMail: z.boolean().describe('False: links are shown to whoever makes them'),
  })
  .meta({ id: 'People' })
export type People = z.output<typeof People>

export const PeopleQuery = z.strictObject({ projectId: ProjectId })
export const PersonRemovalQuery = PeopleQuery.extend({
  role: Role.optional().describe('What they were when it was decided: where they are something else by now, they stay'),
})
export const PeopleListQuery = PeopleQuery.extend({
  peopleToken: PaginationToken.optional().describe(
    'As the answer before had it, with the same search: whoever comes behind; without invitationsToken no invitations',
  ),
  invitationsToken: PaginationToken.optional().describe('The same for invitations; without peopleToken no people'),
})
export type PeopleListQuery = z.output<typeof PeopleListQuery>

export const PeopleSought = PeopleListQuery.extend({
  search: text(1, 128).describe('In the name, the e-mail address, or the name or destinationId of one of their stores'),
}).meta({
  id: 'PeopleSought',
  examples: [{ projectId: '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10', search: 'sam' }],
})
export type PeopleSought = z.output<typeof PeopleSought>

export const PersonPath = z.object({ userId: text(1, 64) })
export const InvitationPath = z.object({ invitationId: z.guid() })

export const PersonChange = z
  .strictObject({
    ...part,
    from: z
      .strictObject(part)
      .optional()
      .describe('What they were when it was decided: where they are something else by now, nothing is changed'),
  })
  .refine(isWhole, ownsAll)
  .meta({ id: 'PersonChange', examples: [{ role: 'manager', destinationIds: ['ringwood-north'] }] })
export type PersonChange = z.output<typeof PersonChange>

export const NewInvitation = z
  .strictObject({ projectId: ProjectId, email: Email, ...part })
  .refine(isWhole, ownsAll)
  .meta({
    id: 'NewInvitation',
    examples: [
      {
        projectId: '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10',
        email: 'sam@shop.example',
        role: 'staff',
        destinationIds: ['ringwood-north'],
      },
    ],
  })
export type NewInvitation = z.output<typeof NewInvitation>

export const Renewal = z
  .strictObject({ sendsMail: z.boolean().describe('False, where no mail goes out: the new link is answered') })
  .meta({ id: 'Renewal', examples: [{ sendsMail: true }] })

/** A link and the way it took. */
export const MadeLink = z
  .object({
    link: z
      .string()
      .nullable()
      .describe('null where mails go out: then only the mailbox has it, and nobody where the mail failed'),
    mail: z.enum(['sent', 'off', 'failed']),
    expiresAt: Time,
  })
  .meta({ id: 'MadeLink' })
export type MadeLink = z.output<typeof MadeLink>
