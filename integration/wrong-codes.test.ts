import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { Authenticator, type Offer } from '@/integration/authenticator'
import { Browser } from '@/integration/browser'
import { Contract } from '@/integration/contract'
import { Mailbox } from '@/integration/mailbox'
import { codeOfKey } from '@/integration/second-step'
import { startServer } from '@/integration/setup/test-server'
import { type Answered, openShop, type Shop } from '@/integration/shop'
import { sql } from '@/lib/db'
import { countCode } from '@/lib/limits/codes'
import { unnamed } from '@/lib/limits/take'
import { createStaff } from '@/prisma/factories/project'

const own = '/api/staff/account'
const origin = 'http://board.shop.example'

let contract: Contract
let mailbox: Mailbox
let server: Awaited<ReturnType<typeof startServer>>
let at: Shop

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  mailbox = await Mailbox.open()
  const mails = { SMTP_URL: mailbox.url, MAIL_FROM: 'Baycall <board@shop.example>' }
  const env = { ...mails, WORKERS: '1', TRUSTED_PROXIES: '1', BAYCALL_URL: origin }
  server = await startServer({ databaseUrl: inject('databaseUrl'), env })
  at = (await openShop(inject('baseUrl'))).at(server.baseUrl)
})
afterAll(async () => {
  mailbox.close()
  await server.stop()
})

/** Somebody with a second step, and whoever has their password. */
class Owner {
  #addresses = 0

  private constructor(
    readonly userId: string,
    readonly email: string,
    readonly password: string,
    readonly secret: string,
    readonly recoveryCodes: string[],
    /** In which they are signed in, and have put the second step on. */
    readonly browser: Browser,
  ) {}

  static async comesIn(): Promise<Owner> {
    const { email, password } = await createStaff({ projectId: at.projectId, role: 'owner' })
    const browser = new Browser(at)
    await browser.signIn({ email, password })
    const { secret } = (await browser.send('POST', `${own}/second-step`, { password })).body
    const on = await browser.send('PUT', `${own}/second-step`, { code: codeOfKey(String(secret)) })
    const [user] = await sql<{ id: string }>('user-of', 'select id from staff_user where email = $1', [email])
    const codes = on.body.recoveryCodes as string[]
    return new Owner(user?.id ?? '', email, password, String(secret), codes, browser)
  }

  /** The app's code, as if none were taken before. */
  async rightCode(): Promise<string> {
    await sql('untake-step', 'update staff_second_step set last_step = 0 where user_id = $1', [this.userId])
    return codeOfKey(this.secret)
  }

  wrongCode(): string {
    const right = [-2, -1, 0, 1, 2, 3].map((ahead) => codeOfKey(this.secret, ahead))
    return Array.from({ length: 7 }, (_, digit) => String(digit).repeat(6)).find((code) => !right.includes(code)) ?? ''
  }

  /** Signs in with a code, from an address of its own; `headers`: those of a browser that says which it is. */
  signIn(code: string, headers: Record<string, string> = {}): Promise<Answered> {
    this.#addresses += 1
    const from = { ...headers, 'x-forwarded-for': `203.0.113.${this.#addresses}` }
    const body = { email: this.email, password: this.password, code }
    const address = 'cookie' in headers ? '/api/staff/session' : '/api/prod1/sessions'
    return at.call(address, { method: 'POST', body, headers: from, key: null })
  }

  /** Sends wrong codes, ten minutes after any eight. */
  async guess(times: number): Promise<Answered[]> {
    const answers: Answered[] = []
    for (let n = 0; n < times; n++) {
      if (n % 8 === 0) await passes(10, `second-step % ${unnamed(this.userId)}`)
      answers.push(await this.signIn(this.wrongCode()))
    }
    return answers
  }

  async wrongCodes() {
    const { body } = await contract.expect(`GET ${own}`, 200, null, { headers: this.browser.headers })
    return (body as { wrongCodes: { count: number; lastAt: string } | null }).wrongCodes
  }
}

/** So many minutes pass for buckets. */
async function passes(minutes: number, names: string): Promise<void> {
  await sql(
    'minutes-pass',
    'update rate_bucket set refilled_at = refilled_at - make_interval(mins => $1) where name like $2',
    [minutes, names],
  )
}

const told = ({ status, body }: Answered) => `${status} ${body.code ?? ''}`.trim()

it('browsers that have shown no code of the account share its sixty, such as those by links', async () => {
  const owner = await Owner.comesIn()
  const by = { userId: owner.userId, browser: null }
  for (let n = 0; n < 60; n++) await countCode(by)
  const spent = '429 too_many_requests'
  // In which the second step was put on: a code was shown there.
  expect(told(await owner.signIn(owner.wrongCode(), owner.browser.headers))).toBe('401 second_step_failed')
  const asked = await new Browser(at).send('POST', '/api/staff/reset/request', { email: owner.email })
  expect(asked.status).toBe(204)
  const token = /\/reset\/([\w-]{43})/.exec(await mailbox.next())?.[1]
  const byLink = new Browser(at)
  const password = 'ferry lamps under orange'
  expect((await byLink.send('POST', '/api/staff/reset', { token, password })).status).toBe(204)
  const body = { email: owner.email, password, code: owner.wrongCode() }
  expect(told(await byLink.send('POST', '/api/staff/session', body))).toBe(spent)
})

it('a second step withdraws what was shown in browsers before it was put on, or another taken off', async () => {
  const owner = await Owner.comesIn()
  const { email, password } = owner
  // Whoever knew the password before had a second step of their own there.
  const [recovery = ''] = owner.recoveryCodes
  const theirs = new Browser(at)
  expect((await theirs.signIn({ email, password, code: recovery })).status).toBe(200)
  const sensor = new Authenticator(origin)
  const offer = (await theirs.send('POST', `${own}/passkeys/options`, { password })).body as Offer
  const passkey = { name: 'Theirs', credential: sensor.make(offer) }
  expect((await theirs.send('POST', `${own}/passkeys`, passkey)).status).toBe(204)
  expect((await owner.browser.send('POST', `${own}/second-step/removal`, { password })).status).toBe(204)
  const { secret } = (await owner.browser.send('POST', `${own}/second-step`, { password })).body
  expect((await owner.browser.send('PUT', `${own}/second-step`, { code: codeOfKey(String(secret)) })).status).toBe(200)
  for (let n = 0; n < 60; n++) await countCode({ userId: owner.userId, browser: null })
  expect(told(await owner.signIn('000000', theirs.headers))).toBe('429 too_many_requests')
  // Nor does another password, for which no code is asked, make that good again.
  const change = { currentPassword: password, newPassword: 'ferry lamps under orange' }
  const { challenge } = (await theirs.send('POST', '/api/staff/session/passkey/options')).body
  const used = { credential: sensor.use(String(challenge)) }
  expect((await theirs.send('POST', '/api/staff/session/passkey', used)).status).toBe(200)
  expect((await theirs.send('POST', `${own}/password`, change)).status).toBe(204)
  const body = { email, password: change.newPassword, code: '000000' }
  expect(told(await theirs.send('POST', '/api/staff/session', body))).toBe('429 too_many_requests')
})

it('a link for another password ends no row of wrong codes', async () => {
  const owner = await Owner.comesIn()
  await owner.guess(2)
  await sql('link-used', 'update staff_user set devices_since = now() where id = $1', [owner.userId])
  await owner.guess(1)
  expect((await owner.wrongCodes())?.count).toBe(3)
})

it('of an app’s codes sixty wrong ones are looked at in a day, and recovery codes and known browsers still work', async () => {
  const owner = await Owner.comesIn()
  // What is right counts for nothing.
  expect((await owner.signIn(await owner.rightCode())).status).toBe(201)
  const known = new Browser(at)
  const { email, password } = owner
  expect((await known.signIn({ email, password, code: await owner.rightCode() })).status).toBe(200)

  const answers = await owner.guess(62)
  expect(answers.slice(0, 60).map(told)).toEqual(Array(60).fill('401 second_step_failed'))
  expect(answers.slice(60).map(told)).toEqual(Array(2).fill('429 too_many_requests'))
  const wait = Number(answers[61]?.body.interval)
  expect(wait).toBeGreaterThan(20 * 60)
  expect(wait).toBeLessThanOrEqual(24 * 60)
  expect(answers[61]?.headers.get('retry-after')).toBe(String(wait))
  expect(answers[61]?.body.detail).toContain('recovery code')

  expect(told(await owner.signIn(await owner.rightCode()))).toBe('429 too_many_requests')
  expect((await owner.signIn(owner.recoveryCodes[0] ?? '')).status).toBe(201)
  expect((await owner.signIn(await owner.rightCode(), known.headers)).status).toBe(200)
  // A browser that was known until another password was chosen is a stranger.
  await sql('withdraw', `update staff_user set devices_since = now() + interval '1 s' where id = $1`, [owner.userId])
  expect(told(await owner.signIn(await owner.rightCode(), known.headers))).toBe('429 too_many_requests')

  await passes(25, `day code ${unnamed(owner.userId)}`)
  expect((await owner.signIn(await owner.rightCode())).status).toBe(201)
})

it('a copy of what a known browser shows has no more guesses than anybody, and takes none from others', async () => {
  const [userId, browser] = ['somebody', new Date()]
  let looked = 0
  const refused = await (async () => {
    for (; looked < 100; looked++) await countCode({ userId, browser })
  })().catch((error) => error.code)
  expect([looked, refused]).toEqual([60, 'too_many_requests'])
  await countCode({ userId, browser: null })
  await countCode({ userId, browser: new Date(browser.getTime() - 1) })
})

it('whoever guesses an app’s codes keeps nobody from a recovery code, nor from a browser that is known', async () => {
  const owner = await Owner.comesIn()
  const known = new Browser(at)
  const { email, password } = owner
  expect((await known.signIn({ email, password, code: await owner.rightCode() })).status).toBe(200)
  const answers: string[] = []
  while (answers.length < 20 && !answers.at(-1)?.startsWith('429')) {
    answers.push(told(await owner.signIn(owner.wrongCode())))
  }
  expect(answers.at(-1)).toBe('429 too_many_requests')
  expect((await owner.signIn(owner.recoveryCodes[0] ?? '')).status).toBe(201)
  expect((await owner.signIn(await owner.rightCode(), known.headers)).status).toBe(200)
})

it('whoever guesses recovery codes keeps nobody from theirs, but at their own address', async () => {
  const owner = await Owner.comesIn()
  const from = (address: string, code: string) => {
    const body = { email: owner.email, password: owner.password, code }
    const headers = { 'x-forwarded-for': address }
    return at.call('/api/prod1/sessions', { method: 'POST', body, headers, key: null })
  }
  const answers: string[] = []
  while (answers.length < 20 && !answers.at(-1)?.startsWith('429')) {
    answers.push(told(await from('198.51.100.9', 'aaaaa-bbbbb')))
  }
  expect(answers.at(-1)).toBe('429 too_many_requests')
  const [right = ''] = owner.recoveryCodes
  expect((await from('198.51.100.10', right)).status).toBe(201)
})

it('an account’s page tells of wrong codes since the last sign-in, to whoever has just signed in as well', async () => {
  const owner = await Owner.comesIn()
  expect(await owner.wrongCodes()).toBeNull()
  const before = Date.now()
  await owner.guess(3)
  // A recovery code that is none is a wrong one too.
  expect((await owner.signIn('aaaaa-bbbbb')).status).toBe(401)
  const wrong = await owner.wrongCodes()
  expect(wrong?.count).toBe(4)
  expect(Date.parse(wrong?.lastAt ?? '')).toBeGreaterThanOrEqual(before)
  expect(Date.parse(wrong?.lastAt ?? '')).toBeLessThanOrEqual(Date.now())
  expect((await owner.signIn(await owner.rightCode())).status).toBe(201)
  expect(await owner.wrongCodes()).toEqual(wrong)
  await owner.guess(1)
  expect((await owner.wrongCodes())?.count).toBe(5)
  expect((await owner.signIn(await owner.rightCode())).status).toBe(201)
  expect((await owner.wrongCodes())?.count).toBe(1)
  expect((await owner.signIn(await owner.rightCode())).status).toBe(201)
  expect(await owner.wrongCodes()).toBeNull()
})

it('wrong codes are told of no more once the password is another, which is what they call for', async () => {
  const owner = await Owner.comesIn()
  await owner.guess(2)
  expect((await owner.wrongCodes())?.count).toBe(2)
  const newPassword = 'orange ferry under lamps'
  const change = { currentPassword: owner.password, newPassword }
  expect((await owner.browser.send('POST', `${own}/password`, change)).status).toBe(204)
  expect(await owner.wrongCodes()).toBeNull()
  const body = { email: owner.email, password: newPassword, code: owner.wrongCode() }
  expect((await at.call('/api/prod1/sessions', { method: 'POST', body, key: null })).status).toBe(401)
  expect((await owner.wrongCodes())?.count).toBe(1)
})

it('of ten wrong codes in a row an account’s owner is sent a mail, and one a day while that goes on', async () => {
  const owner = await Owner.comesIn()
  const other = await Owner.comesIn()
  // Those that others here have brought about aside.
  const mailOfTheirs = async () => {
    for (;;) {
      const mail = await mailbox.next()
      if (mail.includes(owner.email) || mail.includes(other.email)) return mail
    }
  }
  const otherMail = async () => {
    const asked = await new Browser(at).send('POST', '/api/staff/reset/request', { email: other.email })
    expect(asked.status).toBe(204)
    expect(await mailOfTheirs()).toContain(`To: ${other.email}`)
  }
  await owner.guess(9)
  expect((await owner.signIn(await owner.rightCode())).status).toBe(201)
  await owner.guess(9)
  await otherMail()
  await owner.guess(1)
  const mail = await mailOfTheirs()
  expect(mail).toContain(`To: ${owner.email}`)
  expect(mail).toContain('Subject: Somebody may know your password for Baycall')
  expect(mail).toContain('and then 10 wrong codes in a row')
  expect(mail.match(/http:\/\/\S+/g)).toEqual(['http://board.shop.example/account'])
  await passes(24 * 60, `warn% ${unnamed(owner.userId)}`)
  await owner.guess(1)
  expect(await mailOfTheirs()).toContain('and then 11 wrong codes in a row')
  await owner.guess(2)
  await otherMail()
  expect(server.logs()).not.toContain(owner.email)
})

it('a mail of wrong codes that could not be sent is not the one of the day: it is tried again behind ten minutes', async () => {
  const owner = await Owner.comesIn()
  mailbox.refuses = true
  try {
    await owner.guess(10)
    await expect.poll(() => server.logs(), { timeout: 20_000 }).toContain('mail not sent')
  } finally {
    mailbox.refuses = false
  }
  await passes(10, `warning ${unnamed(owner.userId)}`)
  await owner.guess(1)
  let mail = ''
  while (!mail.includes(owner.email)) mail = await mailbox.next()
  expect(mail).toContain('and then 11 wrong codes in a row')
})
