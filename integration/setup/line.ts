import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The network between a server and its database, which a test may cut or make silent. */
export class Line {
  private readonly sockets = new Set<Socket>()
  private state: 'open' | 'silent' | 'cut' = 'open'
  private delayMs = 0

  private constructor(
    private readonly server: Server,
    private readonly to: { host: string; port: number },
  ) {
    server.on('connection', (socket) => this.join(socket))
  }

  /** A line to where a database address leads; `url` is the same address through it. */
  static async to(databaseUrl: string): Promise<{ line: Line; url: string }> {
    const { hostname: host, port } = new URL(databaseUrl)
    const server = createServer({ pauseOnConnect: true })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = new URL(databaseUrl)
    url.port = String((server.address() as AddressInfo).port)
    return { line: new Line(server, { host, port: Number(port) }), url: url.href }
  }

  private join(near: Socket): void {
    if (this.state === 'cut') {
      near.destroy()
      return
    }
    const far = connect(this.to)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one)
      one.on('data', (data) => {
        if (one === far || this.delayMs === 0) other.write(data)
        else setTimeout(() => other.write(data), this.delayMs)
      })
      one.on('error', () => {})
      one.on('close', () => {
        this.sockets.delete(one)
        other.destroy()
      })
    }
    if (this.state === 'silent') for (const socket of [near, far]) socket.pause()
    else near.resume()
  }

  /** Nothing gets through any more, and nobody is told: as when a cable is pulled. */
  silence(): void {
    this.state = 'silent'
    for (const socket of this.sockets) socket.pause()
  }

  /** What is asked arrives so much later: each statement takes that long. */
  delay(ms: number): void {
    this.delayMs = ms
  }

  /** Every connection breaks, and new ones with it. */
  cut(): void {
    this.state = 'cut'
    for (const socket of this.sockets) socket.destroy()
  }

  /** New connections get through; those that were made silent are lost, as after a long pull. */
  restore(): void {
    this.state = 'open'
    this.delayMs = 0
    for (const socket of this.sockets) if (socket.isPaused()) socket.destroy()
  }

  close(): void {
    this.cut()
    this.server.close()
  }
}
