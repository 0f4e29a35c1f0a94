import { noteAccount } from '@/lib/account/record'
import { countWrongCode } from '@/lib/code-tries/data'
import { ownOriginOf } from '@/lib/http/own-origin'
import { isWorthNoting, warnOnceADay } from '@/lib/limits/service'
import { log } from '@/lib/log'
import { sendMail, sendsMail } from '@/lib/mail/service'
import { mailWords } from '@/lib/mail/words'
import { Patience } from '@/lib/patience'
import { acrossProjects } from '@/lib/wall'

type Owner = { userId: string; name: string; email: string }

// Whoever mistypes their own looks again before that.
const worthMailing = 10

async function warn({ email }: Owner, count: number, request: Request): Promise<boolean> {
  const t = mailWords(request)
  const text = t('wrongCodesText', { count, link: `${ownOriginOf(request)}/account` })
  return (await sendMail({ to: email, subject: t('wrongCodesSubject'), text })) === 'sent'
}

/**
 * Keeps that the right password came with a wrong code: for the account's page, for the record, and, of ten in a row and
 * where mails go out, by a mail to its owner, one a day while that goes on. It is sent after the answer.
 */
export async function noteWrongCode(
  owner: Owner,
  by: 'code' | 'recoveryCode',
  request: Request,
  now: Date,
): Promise<void> {
  const count = await countWrongCode(owner.userId, now)
  const told = { action: 'account.signInFailed', details: { step: 'second' }, isUnproven: true } as const
  // The record is for good, and of recovery codes as many are looked at as somebody has addresses.
  if (by === 'code' || (await isWorthNoting(owner.userId))) await noteAccount(owner, told, request, now)
  if (count < worthMailing || !sendsMail()) return
  const warning = Patience.outside(() =>
    acrossProjects(() => warnOnceADay(owner.userId, () => warn(owner, count, request))),
  )
  warning.catch((error) => log.warn({ err: error }, 'owner not told of wrong codes'))
}
