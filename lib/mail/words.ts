import format from 'icu-minify/format'
import type { Sentence } from '@/lib/language/schema'
import { messagesOf, speechFor } from '@/lib/language/service'
import { nameInMail } from '@/lib/mail/names'

type MailRoom = 'mail'

const formatters = {
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
}

function cookieIn(header: string | null, name: string): string | undefined {
  const pair = header?.split(/; */).find((one) => one.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** The sentences of mails, in the language of whoever has them sent. Each text that they are given but `link` is a name. */
export function mailWords(request: Request) {
  const { headers } = request
  const { language, locale } = speechFor(
    (name) => cookieIn(headers.get('cookie'), name),
    headers.get('accept-language'),
  )
  const { mail = {} } = messagesOf(language, ['mail'])
  return (key: Sentence<MailRoom>, values: Record<string, string | number> = {}): string => {
    const said = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'link' ? nameInMail(value) : value,
    ])
    return String(format(mail[key] ?? key, locale, Object.fromEntries(said), { formatters }))
  }
}
