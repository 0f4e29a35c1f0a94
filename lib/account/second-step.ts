import { createHash, createHmac, randomBytes } from 'node:crypto'
import { findSecondStep, takeRecoveryCode, takeStep } from '@/lib/account/data'
import { unseal } from '@/lib/account/seal'
import { stepOfCode } from '@/lib/account/totp'
import { noteWrongCode } from '@/lib/code-tries/service'
import { secretFor } from '@/lib/env'
import { Refusal } from '@/lib/errors'
import { type CodeSender, countCode, forgiveCode, limitCodes, limitRecovery } from '@/lib/limits/codes'
import { log } from '@/lib/log'

// Without the letters that are read wrongly: 50 bits.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789x'

/** Ten codes for the day on which the phone is lost: `k7wmq-3pdea`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const code = [...randomBytes(10)].map((byte) => signs[byte & 31]).join('')
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })
}

// As it was typed, in capitals or without its line, it is the same.
const signsIn = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * A recovery code as it is kept: keyed with the server's secret, and for one account, so that trying all of them takes more
 * than a copy of the table.
 */
export function digestOfRecoveryCode(userId: string, code: string): string {
  return createHmac('sha256', secretFor('recovery'))
    .update(`${userId}:${signsIn(code)}`)
    .digest('base64url')
}

// As codes were kept before that: theirs are good until they are used, or others are made.
const plainDigestOf = (code: string) => createHash('sha256').update(signsIn(code)).digest('base64url')

/** `email`: for telling them of wrong codes; `browser`: as CodeSender has it. */
type Owner = CodeSender & { name: string; email: string }

const isOfApp = (code: string) => /^\d{6}$/.test(code.replace(/\s/g, ''))

// Sealed with another secret than the server has now: no code is right, and the log says why.
function opened(secret: Uint8Array, userId: string): Buffer | null {
  try {
    return unseal(secret, userId)
  } catch (error) {
    log.error({ userId, err: error }, 'second step cannot be read: was BAYCALL_SECRET changed?')
    return null
  }
}

async function takesOfApp(owner: Owner, code: string, secret: Uint8Array, now: Date): Promise<boolean> {
  const { userId } = owner
  await limitCodes('app', owner)
  await countCode(owner)
  const key = opened(secret, userId)
  const step = key && stepOfCode(key, code.replace(/\s/g, ''), now)
  const isTaken = step !== null && (await takeStep(userId, step))
  if (isTaken) await forgiveCode(owner)
  return isTaken
}

async function takesRecovery({ userId }: Owner, code: string, request: Request): Promise<boolean> {
  await limitRecovery(userId, request)
  return takeRecoveryCode(userId, [digestOfRecoveryCode(userId, code), plainDigestOf(code)])
}

const codeRequired = () =>
  new Refusal(
    'second_step_required',
    'Send `code` as well: six digits of the app that the account is set up with, or a recovery code.',
  )

/** Throws second_step_required where an account has a second step that is on. */
export async function requireNoSecondStep(userId: string): Promise<void> {
  if ((await findSecondStep(userId))?.isOn) throw codeRequired()
}

/**
 * What proved an account whose password was right: that alone, or the code of its second step, each of which is taken
 * once. Throws second_step_required, second_step_failed, too_many_requests.
 */
export async function requireSecondStep(
  owner: Owner,
  code: string | undefined,
  request: Request,
  now: Date,
): Promise<'password' | 'code' | 'recoveryCode'> {
  const second = await findSecondStep(owner.userId)
  if (!second?.isOn) return 'password'
  if (code === undefined) throw codeRequired()
  const by = isOfApp(code) ? 'code' : 'recoveryCode'
  if (by === 'code' ? await takesOfApp(owner, code, second.secret, now) : await takesRecovery(owner, code, request))
    return by
  await noteWrongCode(owner, by, request, now)
  throw new Refusal('second_step_failed', 'This code is wrong, was used already, or its half minute is over.')
}
