import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { secretFor } from '@/lib/env'

const algorithm = 'aes-256-gcm'

/** Encrypts what a table may hold but not tell, for one account: it opens for no other. */
export function seal(bytes: Uint8Array, userId: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(algorithm, secretFor('second-step'), nonce).setAAD(Buffer.from(userId))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]))
}

/** Decrypts it. Throws where it was altered, or sealed for another account or with another secret. */
export function unseal(sealed: Uint8Array, userId: string): Buffer {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv(algorithm, secretFor('second-step'), bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
}
