import type { Shop } from '@/integration/shop'

export type StreamedMessage = { event: string; id: string; data: Record<string, unknown> }

/** A board's stream, read message by message as a browser would. */
export class EventReader {
  private readonly aborting = new AbortController()
  private readonly messages: AsyncGenerator<StreamedMessage>

  constructor(url: string, headers: Record<string, string>) {
    this.messages = this.read(url, headers)
  }

  private async *read(url: string, headers: Record<string, string>): AsyncGenerator<StreamedMessage> {
    const response = await fetch(url, { headers, signal: this.aborting.signal })
    if (!response.ok || !response.body) throw new Error(`stream answered ${response.status}: ${await response.text()}`)
    let text = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const lines = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        const of = (name: string) => lines.find((l) => l.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
        yield { event: of('event'), id: of('id'), data: JSON.parse(of('data')) }
      }
    }
  }

  /** The next message for which the test holds; the ones before it are passed over. */
  async next(wanted: (message: StreamedMessage) => boolean = () => true): Promise<StreamedMessage> {
    for (let n = await this.messages.next(); !n.done; n = await this.messages.next())
      if (wanted(n.value)) return n.value
    throw new Error('the stream ended')
  }

  /** The next `orders` message that holds an order of that id, and the order in it. */
  async nextOrder(orderId: string): Promise<{ id: string; order: Record<string, unknown> }> {
    let order: Record<string, unknown> | undefined
    const { id } = await this.next(({ event, data }) => {
      if (event !== 'orders') return false
      order = (data.orders as Record<string, unknown>[]).find((o) => o.orderId === orderId)
      return order !== undefined
    })
    return { id, order: order ?? {} }
  }

  close(): void {
    this.aborting.abort()
    this.messages.return(undefined).catch(() => undefined)
  }
}

/** The stream of a shop's board, from a cursor on or from the beginning of its timeline. */
export function watch(shop: Shop, staff: Record<string, string>, after = '0'): EventReader {
  const query = new URLSearchParams({ projectId: shop.projectId, destinationId: shop.destinationId, after })
  return new EventReader(`${shop.baseUrl}/api/staff/board/stream?${query}`, staff)
}
