import { randomUUID } from 'node:crypto'
import { boardPath } from '@/lib/board/queries'
import type { Demo } from '@/scripts/setup/demo.mjs'

const all: Customers[] = []

/** After a story nobody is left at the kerb: an arrival that nobody sees to calls every other board of the project. */
export async function everybodyLeaves(): Promise<void> {
  await Promise.all(all.splice(0).map((customers) => customers.leave()))
}

/** One store's customers, as their apps speak for them: over the public API. A store of its own for each story. */
export class Customers {
  readonly destinationId: string
  private readonly here = new Set<string>()

  constructor(
    private readonly demo: Demo,
    storeName: string,
  ) {
    this.destinationId = `${storeName} ${randomUUID().slice(0, 8)}`
    all.push(this)
  }

  /** The page of the store's board. */
  get boardPath(): string {
    return boardPath({ projectId: this.demo.projectId, destinationId: this.destinationId })
  }

  /** As an app does on a machine that is busier than it can bear: it sends again while it is told 503. */
  private async ask(method: 'POST' | 'PUT', address: string, told: Record<string, unknown>): Promise<Response> {
    for (;;) {
      const answer = await fetch(`${this.demo.baseUrl}${address}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-service-api-key': this.demo.secretKey },
        body: JSON.stringify({ projectId: this.demo.projectId, destinationId: this.destinationId, ...told }),
      })
      if (answer.status !== 503) return answer
    }
  }

  private async send(method: 'POST' | 'PUT', address: string, told: Record<string, unknown>): Promise<void> {
    const response = await this.ask(method, address, told)
    if (!response.ok) throw new Error(`${method} ${address} answered ${response.status}: ${await response.text()}`)
  }

  orders(orderId: string, customerName: string, more: Record<string, unknown> = {}): Promise<void> {
    if (more.eventType === 'arrival') this.here.add(orderId)
    return this.send('POST', '/api/orders', { orderId, customerName, ...more })
  }

  /** Tells what happened; comes back with the API's answer. */
  tells(orderId: string, eventType: string, more: Record<string, unknown> = {}): Promise<void> {
    if (eventType === 'arrival') this.here.add(orderId)
    return this.send('PUT', `/api/orders/${encodeURIComponent(orderId)}`, { eventType, ...more })
  }

  arrives(orderId: string, bay?: string): Promise<void> {
    return this.tells(orderId, 'arrival', bay ? { hsFields: { 'Parking Bay': bay } } : {})
  }

  /** A customer who is at the kerb already. */
  async stands(orderId: string, customerName: string, hsFields: Record<string, string> = {}): Promise<void> {
    await this.orders(orderId, customerName, { eventType: 'onTheWay', hsFields })
    await this.arrives(orderId)
  }

  /** Those who are still at the kerb drive off; some have been handed over already. */
  async leave(): Promise<void> {
    const gone = [...this.here]
    this.here.clear()
    for (const orderId of gone) {
      await this.ask('PUT', `/api/orders/${encodeURIComponent(orderId)}`, { eventType: 'cancelled' })
    }
  }
}
