import * as z from 'zod'
import { Email, text } from '@/lib/http/fields'

export const ResetRequest = z
  .strictObject({ email: Email })
  .meta({ id: 'ResetRequest', examples: [{ email: 'sam@shop.example' }] })

export const Reset = z
  .strictObject({ token: text(1, 200).describe('The end of the link'), password: text(1, 1000) })
  .meta({ id: 'Reset', examples: [{ token: 'the-end-of-the-link', password: 'orange ferry lamps' }] })
export type Reset = z.output<typeof Reset>
