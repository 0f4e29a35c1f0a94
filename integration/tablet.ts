import type { Contract, Held } from '@/integration/contract'
import type { Answered, Shop } from '@/integration/shop'

type Started = { device_code: string; user_code: string; verification_uri_complete: string; interval: number }

const agent =
  'Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

const nameOf = (cookie: string) => cookie.split('=')[0]
const isOver = (cookie: string) => /Max-Age=0\b/.test(cookie)

/** A store's tablet: a browser that asks to be admitted, and keeps the cookies it is given. */
export class TabletDevice {
  cookies: string[] = []
  private started: Started | undefined

  constructor(private readonly contract: Contract) {}

  get headers(): Record<string, string> {
    return { cookie: this.cookies.join('; '), origin: this.contract.baseUrl, 'user-agent': agent }
  }

  get deviceCode(): string {
    return this.started?.device_code ?? ''
  }

  async begin(): Promise<Started> {
    const { body } = await this.contract.expect('POST /api/pair', 200, null, { headers: this.headers })
    this.started = body as Started
    return this.started
  }

  /** Asks whether it was admitted, expecting this answer. */
  async ask(status: number, code: string | null): Promise<Held> {
    const sent = { headers: this.headers, body: { device_code: this.deviceCode } }
    const held = await this.contract.expect('POST /api/pair/token', status, code, sent)
    this.keep(held.headers)
    return held
  }

  private keep(headers: Headers): void {
    const sent = headers.getSetCookie()
    const kept = this.cookies.filter((cookie) => !sent.some((one) => nameOf(one) === nameOf(cookie)))
    const fresh = sent.filter((cookie) => !isOver(cookie)).map((cookie) => cookie.split(';')[0] ?? '')
    this.cookies = [...kept, ...fresh]
  }

  /** A call of its page, whose cookies it keeps. */
  async call(shop: Shop, address: string, sent: { method?: string; body?: unknown } = {}): Promise<Answered> {
    const answered = await shop.call(address, { ...sent, headers: this.headers, key: null })
    this.keep(answered.headers)
    return answered
  }

  act(shop: Shop, serviceId: unknown, action: string): Promise<Answered> {
    const body = { projectId: shop.projectId, action }
    return this.call(shop, `/api/staff/orders/${serviceId}/actions`, { method: 'POST', body })
  }

  enter(shop: Shop, pin: string): Promise<Answered> {
    return this.call(shop, '/api/staff/acting', { method: 'POST', body: { pin } })
  }
}

/** A tablet that a manager of the shop has paired. */
export async function pairedTablet(
  contract: Contract,
  shop: Shop,
  headers: Record<string, string>,
  given: { name?: string; destinationId?: string } = {},
): Promise<{ device: TabletDevice; tabletId: string }> {
  const device = new TabletDevice(contract)
  const { user_code: userCode } = await device.begin()
  const { projectId } = shop
  const { name = 'Counter 1', destinationId = shop.destinationId } = given
  const body = { projectId, userCode, destinationId, name }
  const made = await contract.expect('POST /api/staff/tablets', 201, null, { headers, body })
  await device.ask(200, null)
  return { device, tabletId: (made.body as { tabletId: string }).tabletId }
}
