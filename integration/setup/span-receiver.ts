import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } }

/** A span as it goes over the wire (OTLP, JSON). `kind` 2 is a server's, 3 a client's. */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code?: number; message?: string }
}

type Export = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[] }

export function attributesOf({ attributes }: { attributes: Attribute[] }): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]))
}

/** What an operator's collector is to the server: it takes spans over HTTP and keeps them. */
export class SpanReceiver {
  private readonly bodies: string[] = []

  private constructor(private readonly server: Server) {}

  static async open(): Promise<SpanReceiver> {
    const server = createServer()
    const receiver = new SpanReceiver(server)
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      if (request.url === '/v1/traces') receiver.bodies.push(Buffer.concat(chunks).toString())
      response.setHeader('content-type', 'application/json').end('{}')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** All that came, as it came. */
  get text(): string {
    return this.bodies.join('\n')
  }

  get services(): Set<string | undefined> {
    return new Set(this.exports.map(({ resource }) => attributesOf(resource)['service.name']))
  }

  get spans(): ReceivedSpan[] {
    return this.exports.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  }

  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }

  private get exports() {
    return this.bodies.flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
  }
}
