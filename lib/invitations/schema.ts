import * as z from 'zod'
import { text } from '@/lib/http/fields'
import { PersonName } from '@/lib/people/schema'

/** What somebody sends who joins: a name and a password for an account to be made, or the password of one that is there. */
export const Join = z
  .strictObject({
    token: text(1, 200).describe('The end of the link'),
    name: PersonName.optional().describe('For a new account'),
    password: text(1, 256).optional().describe('For a new account, or of the one that is there'),
    code: text(1, 40).optional().describe('Where the account has a second step'),
  })
  .meta({ id: 'Join', examples: [{ token: 'the-end-of-the-link', name: 'Sam Okafor', password: 'the-password' }] })
export type Join = z.output<typeof Join>
