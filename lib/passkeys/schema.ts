import * as z from 'zod'
import { chosenName, text } from '@/lib/http/fields'

const Encoded = text(1, 20_000).regex(/^[\w-]+$/, 'Expected base64url')

/** What a browser's passkey answers, as WebAuthn has it (PublicKeyCredential.toJSON). */
const credential = { id: Encoded, rawId: Encoded, type: z.literal('public-key') }
const browserOwn = {
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
}

const shown = { id: 'k3Jm', rawId: 'k3Jm', type: 'public-key' }
const made = { clientDataJSON: 'eyJ0eXBl', attestationObject: 'o2NmbXRk' }
const used = { clientDataJSON: 'eyJ0eXBl', authenticatorData: 'SZYN5YgO', signature: 'MEUCIQDR' }

export const MadePasskey = z.object({
  ...credential,
  ...browserOwn,
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})

export const NewPasskey = z
  .strictObject({ name: chosenName(60), credential: MadePasskey })
  .meta({ id: 'NewPasskey', examples: [{ name: 'My phone', credential: { ...shown, response: made } }] })
export type NewPasskey = z.output<typeof NewPasskey>

export const UsedPasskey = z
  .strictObject({
    credential: z.object({
      ...credential,
      ...browserOwn,
      response: z.object({
        clientDataJSON: Encoded,
        authenticatorData: Encoded,
        signature: Encoded,
        userHandle: Encoded.nullish(),
      }),
    }),
  })
  .meta({ id: 'UsedPasskey', examples: [{ credential: { ...shown, response: used } }] })
export type UsedPasskey = z.output<typeof UsedPasskey>

/** What a browser is asked with, as WebAuthn has it. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyOptions' })

export const PasskeyPath = z.object({ passkeyId: text(1, 2000) })
