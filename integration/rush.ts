import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type RawAnswer, sendRaw } from '@/integration/raw-request'
import type { Shop } from '@/integration/shop'
import { until } from '@/scripts/process/processes.mjs'

const stuckMs = 30_000
const breathMs = 50

/** Phones that create one order after the other over connections that they keep, until they are told to stop. */
export class Rush {
  readonly answers: (RawAnswer & { orderId: string; tookMs: number })[] = []
  /** The orders that were answered with 201. */
  readonly made: string[] = []
  /** What was never answered. */
  readonly failures: { orderId: string; error: unknown }[] = []
  private isOver = false
  private readonly phones: Promise<void>[]

  constructor(
    private readonly shop: Shop,
    private readonly name: string,
    phones: number,
  ) {
    this.phones = Array.from({ length: phones }, (_, phone) => this.ring(phone))
  }

  private async ring(phone: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = 0; !this.isOver; n++) {
      const orderId = `${this.name}-${phone}-${n}`
      const startedAt = performance.now()
      const isMade = await create(this.shop, orderId, agent).then(
        (answer) => {
          this.answers.push({ ...answer, orderId, tookMs: performance.now() - startedAt })
          return answer.status === 201
        },
        (error) => {
          this.failures.push({ orderId, error })
          return false
        },
      )
      if (isMade) this.made.push(orderId)
      // Whoever was not served takes a breath, as phones do.
      else await pause(breathMs)
    }
    agent.destroy()
  }

  /** Answers when so many more have been created. */
  async creates(count: number): Promise<void> {
    const from = this.made.length
    if (!(await until(() => this.made.length >= from + count, stuckMs))) throw new Error('The rush is stuck')
  }

  get statuses(): Set<number> {
    return new Set(this.answers.map((answer) => answer.status))
  }

  async end(): Promise<void> {
    this.isOver = true
    await Promise.all(this.phones)
  }
}

/** One create with an idempotency key of its own, so that it can be sent again. */
export function create(shop: Shop, orderId: string, agent?: Agent): Promise<RawAnswer> {
  const body = Buffer.from(JSON.stringify({ projectId: shop.projectId, destinationId: shop.destinationId, orderId }))
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.byteLength),
    'x-service-api-key': shop.secretKey,
    'idempotency-key': orderId,
  }
  return sendRaw(shop.baseUrl, { method: 'POST', path: '/api/orders', headers, body }, agent)
}

/** The ids of all orders of a shop. */
export async function listOrderIds(shop: Shop): Promise<string[]> {
  const ids: string[] = []
  for (let token = ''; ; ) {
    const more = token && `&paginationToken=${encodeURIComponent(token)}`
    const { body } = await shop.call(`/api/orders?projectId=${shop.projectId}&pageSize=1000${more}`)
    ids.push(...(body.orders as { orderId: string }[]).map((order) => order.orderId))
    if (typeof body.paginationToken !== 'string') return ids
    token = body.paginationToken
  }
}
