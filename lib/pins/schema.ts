import * as z from 'zod'
import { ClientId, chosenName, eachOnce, ProjectId, Time, text } from '@/lib/http/fields'
import { mostStoresTold } from '@/lib/lists/model'
import { actingHeader, isObvious, longestPersonName, mostListedPeople, namedRange, pinLength } from '@/lib/pins/model'
import { ListedStore } from '@/lib/stores/schema'

const projectId = '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10'
const [shortest, longest] = pinLength

/** As it is typed on a tablet. */
const TypedPin = z
  .string()
  .regex(new RegExp(`^\\d{${shortest},${longest}}$`), `Expected ${shortest} to ${longest} digits`)

/** As somebody chooses it. */
const ChosenPin = TypedPin.refine((pin) => !isObvious(pin), 'Choose digits that are harder to guess').describe(
  `${shortest} to ${longest} digits, of an owner or a manager ${longest}, neither all alike nor one after another`,
)

const PersonName = chosenName(longestPersonName)

export const PinEntry = z.strictObject({ pin: TypedPin }).meta({ id: 'PinEntry', examples: [{ pin: '4071' }] })

/** Who acts on this tablet now. */
export const Acting = z
  .object({
    name: z.string().nullable().describe('null: nobody is named'),
    seconds: z.int().describe('For how long they stay named, from now or from their next action'),
    turn: z
      .string()
      .nullable()
      .describe('What the tablet sends as `x-acting` while it shows that name; null: `nobody`'),
  })
  .meta({ id: 'Acting' })
export type Acting = z.output<typeof Acting>

/** What a tablet says along with what is done on it. */
export const ActingHeaders = z.object({
  [actingHeader]: text(1, 64)
    .optional()
    .describe(
      'On a tablet: whom it shows as the one who acts, by their `turn`, or `nobody`. Who is named by its cookie and is not ' +
        'shown does not act: 403 pin_required where the store asks. Left out, whoever the cookie names acts.',
    ),
})

export const PinQuery = z.strictObject({ projectId: ProjectId })
export const PinPeopleSought = PinQuery.extend({
  search: text(1, 128).describe('In the name or the personId; of the people alone'),
}).meta({
  id: 'PinPeopleSought',
  examples: [{ projectId: '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10', search: 'sam' }],
})
export const PersonPath = z.object({ personId: text(1, 128) })

const LeastDigits = z.int().describe(`A PIN of theirs has at least so many digits: ${longest} where they own or manage`)

export const OwnPin = z
  .object({ setAt: Time.nullable().describe('null: there is none'), leastDigits: LeastDigits })
  .meta({ id: 'OwnPin' })
export type OwnPin = z.output<typeof OwnPin>

export const PinChange = z.strictObject({ pin: ChosenPin }).meta({ id: 'PinChange', examples: [{ pin: '4071' }] })

export const NewPerson = z
  .strictObject({
    projectId: ProjectId,
    name: PersonName,
    pin: ChosenPin,
    destinationIds: z
      .array(ClientId)
      .min(1, 'Expected a store, or null')
      .max(500)
      .refine(...eachOnce)
      .nullable()
      .describe('The stores where the PIN is taken; null: all of the project'),
  })
  .meta({
    id: 'NewPerson',
    examples: [{ projectId, name: 'Sam', pin: '4071', destinationIds: ['ringwood-north'] }],
  })
export type NewPerson = z.output<typeof NewPerson>

export const PinPerson = z
  .object({
    personId: z.string().describe('The account’s id where there is one'),
    name: z.string(),
    hasAccount: z.boolean(),
    destinationIds: z
      .array(z.string())
      .nullable()
      .describe(`null: all stores of the project. In a list the first ${mostStoresTold}`),
    storeCount: z.int().nullable().describe('How many stores those are in all; null: all of the project'),
    setAt: Time.nullable().describe('When the PIN was set; null: there is none'),
    maySet: z.boolean().describe('Whether whoever asks may set it; anybody in this list they may remove'),
    leastDigits: LeastDigits,
  })
  .meta({ id: 'PinPerson' })
export type PinPerson = z.output<typeof PinPerson>

const Rule = {
  pinForActions: z.boolean().nullable().describe('null: as the level above has it'),
  pinSeconds: z.int().nullable().describe('How long somebody stays named after an action'),
}

/** Whether tablets ask who acts, for the project and for the stores of it that somebody manages. */
export const PinRules = z
  .object({
    project: z.object(Rule),
    stores: z.array(ListedStore.extend({ ...Rule })).describe('By name'),
  })
  .meta({ id: 'PinRules' })
export type PinRules = z.output<typeof PinRules>

export const PinPeople = z
  .object({
    people: z.array(PinPerson).describe(`By name, at most ${mostListedPeople}`),
    hasMore: z.boolean().describe('There are more people than are listed: search for the others'),
    rules: PinRules,
  })
  .meta({ id: 'PinPeople' })
export type PinPeople = z.output<typeof PinPeople>

const expected = `Expected whole seconds from ${namedRange[0]} to ${namedRange[1]}`

/** What a project and a store decide of it, among their settings. */
export const pinSettings = {
  pinForActions: z.boolean().nullable().optional().describe('Whether each action on a paired tablet needs a PIN'),
  pinSeconds: z
    .int(expected)
    .min(namedRange[0], expected)
    .max(namedRange[1], expected)
    .nullable()
    .optional()
    .describe('For how long somebody stays named after an action'),
}
