import type { Shop } from '@/integration/shop'
import { codeOfStep } from '@/lib/account/totp'

/** The code that an authenticator app shows for a key, so many half minutes from now. */
export function codeOfKey(key: string, ahead = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key].map((sign) => letters.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return codeOfStep(bytes, Math.floor(Date.now() / 30_000) + ahead)
}

/** A staff account of the shop that signs in in two steps: what it signs in with, but for the code. */
export async function accountInTwoSteps(shop: Shop): Promise<{ email: string; password: string }> {
  const { account, headers } = await shop.signIn()
  const address = '/api/staff/account/second-step'
  const { password } = account
  const { body } = await shop.call(address, { method: 'POST', body: { password }, headers, key: null })
  const code = codeOfKey(String(body.secret))
  await shop.call(address, { method: 'PUT', body: { code }, headers, key: null })
  return account
}
