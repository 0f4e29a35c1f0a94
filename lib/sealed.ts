import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { secretFor } from '@/lib/env'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** What is sealed for what: each purpose has a key of its own, and what was sealed opens for that very `bound` alone. */
type Sealing = { purpose: string; bound: string }

function encrypted(bytes: Uint8Array, { purpose, bound }: Sealing, nonce: Uint8Array): Buffer {
  const cipher = createCipheriv(algorithm, secretFor(purpose), nonce).setAAD(Buffer.from(bound))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Encrypts what may be kept or sent but not told; no two are the same. */
export function seal(bytes: Uint8Array, sealing: Sealing): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encrypted(bytes, sealing, randomBytes(nonceBytes)))
}

/** Decrypts it. Throws where it was altered, or sealed for something else or with another secret. */
export function unseal(sealed: Uint8Array, { purpose, bound }: Sealing): Buffer {
  const bytes = Buffer.from(sealed)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  const decipher = createDecipheriv(algorithm, secretFor(purpose), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(bound)).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
}

// By what is sealed, with a key of its own: two that differ have nonces that differ.
function nonceFor(bytes: Uint8Array, { purpose, bound }: Sealing): Buffer {
  const mac = createHmac('sha256', secretFor(`${purpose}-nonce`)).update(`${Buffer.byteLength(bound)}:${bound}`)
  return mac.update(bytes).digest().subarray(0, nonceBytes)
}

/**
 * The same as URL-safe text, for what only comes back: equal for equal bytes, so that nothing seems to have changed where
 * nothing has. Its length tells that of the bytes.
 */
export function sealAsText(bytes: Uint8Array, sealing: Sealing): string {
  return encrypted(bytes, sealing, nonceFor(bytes, sealing)).toString('base64url')
}

/** What sealAsText sealed; null for what it has not, or has for something else. */
export function unsealText(text: string, sealing: Sealing): Buffer | null {
  const sealed = Buffer.from(text, 'base64url')
  // base64url has spare bits, and reading it passes over what is none: a text that was altered in those was altered.
  if (sealed.toString('base64url') !== text) return null
  try {
    return unseal(sealed, sealing)
  } catch {
    return null
  }
}

/**
 * Names a row by its number, which it does not tell: another name for each, in no order, the same at each time. 24 letters and
 * digits: with a `-` in front a spreadsheet would take one of 64 for a formula (lib/csv/formulas.ts).
 */
export function hiddenId(purpose: string, sequence: string): string {
  return createHmac('sha256', secretFor(purpose)).update(sequence).digest('hex').slice(0, 24)
}
