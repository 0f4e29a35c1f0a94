import type { Answered, Shop } from '@/integration/shop'

/** A person's browser: it keeps cookies, and says which page it is on. */
export class Browser {
  #cookies = new Map<string, string>()

  constructor(
    private readonly shop: Shop,
    readonly origin = shop.baseUrl,
  ) {}

  get headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { origin: this.origin, ...(cookie && { cookie }) }
  }

  async send(method: string, address: string, body?: unknown): Promise<Answered> {
    const answer = await this.shop.call(address, { method, body, headers: this.headers, key: null })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
      if (/Max-Age=0/i.test(cookie)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }

  signIn(credentials: object): Promise<Answered> {
    return this.send('POST', '/api/staff/session', credentials)
  }

  /** True while it is signed in. */
  async isIn(): Promise<boolean> {
    return (await this.send('GET', '/api/staff/session')).status === 200
  }
}
