import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  const settings = {
    DATABASE_URL: 'postgresql://localhost/none',
    BAYCALL_SECRET: 'a secret of a test that is long enough',
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  vi.stubEnv('LOG_LEVEL', 'silent')
  // Nobody is there: a mail that is sent fails.
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1')
  vi.stubEnv('MAIL_FROM', 'Baycall <board@shop.example>')
  // Settings are read once.
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const mail = { to: 'sam@shop.example', subject: 'A link', text: 'https://board.shop.example' }

it('mails go out where the server knows its own address, and nowhere else', async () => {
  vi.stubEnv('BAYCALL_URL', '')
  const without = await import('@/lib/mail/service')
  expect([without.sendsMail(), await without.sendMail(mail)]).toEqual([false, 'off'])
  vi.stubEnv('BAYCALL_URL', 'https://board.shop.example')
  vi.resetModules()
  const { sendsMail, sendMail } = await import('@/lib/mail/service')
  expect([sendsMail(), await sendMail(mail)]).toEqual([true, 'failed'])
})

it('names that people choose stand in quotation marks behind words of our own, and never in a subject', async () => {
  const { mailWords } = await import('@/lib/mail/words')
  const names = { who: 'Sam\n\nPay at http://evil.example', project: 'The\u2028\u202eshop' }
  const link = 'https://board.shop.example/join/x'
  const quoted = { en: ['“', '”'], de: ['„', '“'], es: ['«', '»'], fr: ['«\u00a0', '\u00a0»'] }
  for (const [language, [open, close]] of Object.entries(quoted)) {
    const t = mailWords(new Request('http://localhost', { headers: { 'accept-language': language } }))
    const [first, named, ...rest] = t('invitationText', { ...names, link, days: 7 }).split('\n\n')
    expect(first).toContain('Baycall')
    expect(named?.split('\n').map((line) => line.replace(/^.*? ?: /, ''))).toEqual([
      `${open}Sam  Pay at http: //evil. example${close}`,
      `${open}The shop${close}`,
    ])
    expect(rest).toHaveLength(3)
    expect(rest[1]).toBe(link)
    for (const subject of ['invitationSubject', 'resetSubject'] as const) {
      expect(t(subject, names)).toMatch(/^[\p{L} ]+Baycall$/u)
    }
  }
})

it('links and cookies are made for the address of the server, in whatever case it was given', async () => {
  vi.stubEnv('BAYCALL_URL', 'HTTPS://Board.Shop.Example/')
  const { env } = await import('@/lib/env')
  expect(env().BAYCALL_URL).toBe('https://board.shop.example')
  const { cookieOf } = await import('@/lib/http/own-cookie')
  expect(cookieOf('tablet', 'x', 1)).toMatch(/^__Host-baycall\.tablet=x; Path=\/;.*; Secure$/)
})
