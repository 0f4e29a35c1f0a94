import { createHmac, timingSafeEqual } from 'node:crypto'

/** Codes by time (RFC 6238, as every authenticator app has them): SHA-1, six digits, a new one every 30 s. */

const stepMs = 30_000

/** The code of a step, counted from 1970. */
export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The step whose code this is, now, one before or one after (a clock that is half a minute off); null for none. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const step = Math.floor(now.getTime() / stepMs)
  const given = Buffer.from(code)
  return [step, step - 1, step + 1].find((one) => timingSafeEqual(Buffer.from(codeOfStep(secret, one)), given)) ?? null
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as people type them (RFC 4648, base 32). */
export function base32Of(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What an authenticator app reads from a QR code. */
export function totpAddress(secret: string, email: string): string {
  return `otpauth://totp/${encodeURIComponent(`Baycall:${email}`)}?secret=${secret}&issuer=Baycall`
}
