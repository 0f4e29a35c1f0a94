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

it('a name in a mail makes no paragraph of its own', async () => {
  const { mailWords } = await import('@/lib/mail/words')
  const names = { who: 'Sam\n\nYour account is locked', project: 'The\u2028\u202eshop' }
  const mail = mailWords(new Request('http://localhost'))('invitationText', { ...names, link: 'x', days: 7 })
  expect(mail.split('\n\n')).toHaveLength(4)
  expect(mail).toContain('Sam  Your account is locked invites you to The shop')
})

it('links and cookies are made for the address of the server, in whatever case it was given', async () => {
  vi.stubEnv('BAYCALL_URL', 'HTTPS://Board.Shop.Example/')
  const { env } = await import('@/lib/env')
  expect(env().BAYCALL_URL).toBe('https://board.shop.example')
  const { cookieOf } = await import('@/lib/tablets/credential')
  expect(cookieOf('tablet', 'x', 1)).toMatch(/^__Secure-baycall\.tablet=x;.*; Secure$/)
})
