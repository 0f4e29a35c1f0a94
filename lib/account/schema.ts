import * as z from 'zod'
import { Time, text } from '@/lib/http/fields'
import { PersonName } from '@/lib/people/schema'

export const AccountSession = z
  .object({
    sessionId: z.string(),
    browser: z.string().nullable().describe('null: none that is known, or a program'),
    system: z.string().nullable(),
    address: z.string().nullable(),
    createdAt: Time,
    lastUsedAt: Time.describe('To some minutes'),
    isCurrent: z.boolean().describe('The one that asks'),
  })
  .meta({ id: 'AccountSession' })
export type AccountSession = z.output<typeof AccountSession>

export const AccountPasskey = z
  .object({ passkeyId: z.string(), name: z.string(), createdAt: Time, lastUsedAt: Time.nullable() })
  .meta({ id: 'AccountPasskey' })
export type AccountPasskey = z.output<typeof AccountPasskey>

export const WrongCodes = z.object({ count: z.int(), lastAt: Time }).meta({ id: 'WrongCodes' })
export type WrongCodes = z.output<typeof WrongCodes>

/** A person's own account as its page has it. */
export const OwnAccount = z
  .object({
    name: z.string(),
    email: z.string(),
    hasSecondStep: z.boolean(),
    recoveryCodesLeft: z.int(),
    wrongCodes: WrongCodes.nullable().describe(
      'Codes of the second step that were wrong behind the right password, since the last good sign-in and between that and the one before; null: none, or the password is another since',
    ),
    passkeys: z.array(AccountPasskey),
    sessions: z.array(AccountSession).describe('The one that was used last first'),
  })
  .meta({ id: 'OwnAccount' })
export type OwnAccount = z.output<typeof OwnAccount>

export const AccountPatch = z
  .strictObject({ name: PersonName })
  .meta({ id: 'AccountPatch', examples: [{ name: 'Sam' }] })

const password = text(1, 256)

export const PasswordChange = z
  .strictObject({ currentPassword: password, newPassword: text(1, 1000) })
  .meta({ id: 'PasswordChange', examples: [{ currentPassword: 'the-old-one', newPassword: 'orange ferry lamps' }] })

/** The password once more, for what somebody at an unwatched screen must not do. */
export const PasswordProof = z
  .strictObject({ password })
  .meta({ id: 'PasswordProof', examples: [{ password: 'mine' }] })

export const SecondStepSetUp = z
  .object({
    secret: z.string().describe('For typing into an app (base 32)'),
    address: z.string().describe('otpauth://…, what the QR code says'),
    qrCode: z.string().describe('SVG'),
  })
  .meta({ id: 'SecondStepSetUp' })
export type SecondStepSetUp = z.output<typeof SecondStepSetUp>

export const SecondStepCode = z
  .strictObject({ code: text(1, 40) })
  .meta({ id: 'SecondStepCode', examples: [{ code: '123456' }] })

export const RecoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()).describe('Each good once, shown this once') })
  .meta({ id: 'RecoveryCodes' })
export type RecoveryCodes = z.output<typeof RecoveryCodes>

export const SessionPath = z.object({ sessionId: text(1, 100) })
