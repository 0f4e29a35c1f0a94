import { createHash, randomBytes } from 'node:crypto'

/** A token that nobody guesses (256 bits), and the digest that is kept of it. */
export function makeLinkToken(): { token: string; digest: Uint8Array<ArrayBuffer> } {
  const token = randomBytes(32).toString('base64url')
  return { token, digest: digestOfToken(token) }
}

export function digestOfToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest())
}
