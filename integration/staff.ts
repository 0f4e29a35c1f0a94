import type { Answered, Shop } from '@/integration/shop'

type Order = Answered['body']

/** A person at the board of a shop's store. */
export class Staff {
  constructor(
    private readonly shop: Shop,
    private readonly headers: Record<string, string>,
  ) {}

  static async of(shop: Shop, given: Parameters<Shop['signIn']>[0] = {}): Promise<Staff> {
    return new Staff(shop, (await shop.signIn(given)).headers)
  }

  act({ serviceId }: Order, action: string, more: object = {}): Promise<Answered> {
    const body = { projectId: this.shop.projectId, action, ...more }
    const sent = { method: 'POST', body, headers: this.headers, key: null }
    return this.shop.call(`/api/staff/orders/${serviceId}/actions`, sent)
  }

  timeline({ serviceId }: Order): Promise<Answered> {
    const address = `/api/staff/orders/${serviceId}/timeline?projectId=${this.shop.projectId}`
    return this.shop.call(address, { headers: this.headers, key: null })
  }

  /** The order as the board shows it. */
  async sees({ serviceId }: Order): Promise<Order> {
    const address = `/api/staff/board?projectId=${this.shop.projectId}&destinationId=${this.shop.destinationId}`
    const { body } = await this.shop.call(address, { headers: this.headers, key: null })
    return (body.orders as Order[]).find((order) => order.serviceId === serviceId) ?? {}
  }
}

/** An order whose customer stands at the kerb. */
export async function arrivedOrder(shop: Shop, orderId: string): Promise<Order> {
  const { body } = await shop.create(orderId, { eventType: 'onTheWay', etaSeconds: 300 })
  await shop.update(orderId, { eventType: 'arrival' })
  return body
}
