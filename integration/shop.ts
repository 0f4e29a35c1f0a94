import { createKey, createProject, createStaff, createStore, openSessionOf } from '@/prisma/factories/project'

/** One answer: its status, headers, and body if it was JSON. */
export type Answered = { status: number; headers: Headers; body: Record<string, unknown> & { [key: string]: unknown } }

type Sent = { method?: string; body?: unknown; headers?: Record<string, string>; key?: string | null }

/** A retailer in the tests: a project of its own with a store and keys, and the calls that it makes. */
export class Shop {
  constructor(
    readonly baseUrl: string,
    readonly projectId: string,
    readonly destinationId: string,
    readonly zoneId: string,
    readonly secretKey: string,
    readonly publishableKey: string,
  ) {}

  /** The same retailer, calling another server. */
  at(baseUrl: string): Shop {
    return new Shop(baseUrl, this.projectId, this.destinationId, this.zoneId, this.secretKey, this.publishableKey)
  }

  async call(
    address: string,
    { method = 'GET', body, headers = {}, key = this.secretKey }: Sent = {},
  ): Promise<Answered> {
    const response = await fetch(`${this.baseUrl}${address}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== null && { 'x-service-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {} }
  }

  create(orderId: string, more: Record<string, unknown> = {}, sent: Sent = {}): Promise<Answered> {
    const body = { projectId: this.projectId, destinationId: this.destinationId, orderId, ...more }
    return this.call('/api/orders', { method: 'POST', body, ...sent })
  }

  update(orderId: string, more: Record<string, unknown> = {}, sent: Sent = {}): Promise<Answered> {
    const body = { projectId: this.projectId, ...more }
    return this.call(`/api/orders/${encodeURIComponent(orderId)}`, { method: 'PUT', body, ...sent })
  }

  get(orderId: string, sent: Sent = {}): Promise<Answered> {
    return this.call(`/api/orders/${encodeURIComponent(orderId)}?projectId=${this.projectId}`, sent)
  }

  /** A staff account of this project with a session: the headers that its program sends. */
  async signIn(given: { name?: string; role?: 'owner' | 'manager' | 'staff'; destinationIds?: string[] } = {}) {
    const account = await createStaff({ projectId: this.projectId, ...given })
    return { account, headers: { authorization: `Bearer ${await openSessionOf(account.email)}` } }
  }
}

/** As a client does on a machine that is busier than it can bear: sends again while it is told 503. */
export async function untilServed(send: () => Promise<Answered>): Promise<Answered> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
  }
}

/** A new retailer on the server at `baseUrl`, whose database this process shares. */
export async function openShop(baseUrl: string, given: { strict?: boolean } = {}): Promise<Shop> {
  const { projectId } = await createProject(given)
  const { destinationId, zoneIds } = await createStore(projectId)
  const secret = await createKey(projectId, 'secret')
  const publishable = await createKey(projectId, 'publishable')
  return new Shop(baseUrl, projectId, destinationId, zoneIds[0] ?? '', secret, publishable)
}
