import * as z from 'zod'
import { Email, text } from '@/lib/http/fields'

export const Credentials = z
  .strictObject({
    email: Email,
    password: text(1, 256),
    code: text(1, 40)
      .optional()
      .describe('Where the account has a second step: six digits of its app, or a recovery code'),
  })
  .meta({ id: 'Credentials', examples: [{ email: 'manager@baycall.example', password: 'the-password' }] })

export const RefreshRequest = z
  .strictObject({ refreshToken: text(1, 512) })
  .meta({ id: 'RefreshRequest', examples: [{ refreshToken: 'the-refreshToken-of-the-session' }] })

export const AccessTokens = z
  .object({
    accessToken: z.string(),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int().describe('Seconds'),
    refreshToken: z.string(),
  })
  .meta({ id: 'AccessTokens' })

export const StaffAccount = z
  .object({
    name: z.string(),
    email: z.string().describe('Empty for a tablet'),
    isTablet: z.boolean().optional().describe('true: no person, but a paired tablet of one store'),
    memberships: z.array(
      z.object({
        projectId: z.guid(),
        role: z.enum(['owner', 'manager', 'staff']),
        destinationIds: z.array(z.string()).nullable().describe('null: all stores of the project'),
      }),
    ),
  })
  .meta({ id: 'StaffAccount' })

export type StaffAccount = z.output<typeof StaffAccount>
