import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A mail server of a few lines: it takes what it is sent and keeps it, or refuses each recipient. */
export class Mailbox {
  readonly #mails: string[] = []
  #arrived: (() => void)[] = []

  private constructor(
    private readonly server: Server,
    /** From now on. */
    public refuses: boolean,
  ) {}

  static async open({ refuses = false } = {}): Promise<Mailbox> {
    const server = createServer()
    const mailbox = new Mailbox(server, refuses)
    server.on('connection', (socket) => mailbox.#speak(socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return mailbox
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** The next mail that was not taken out yet, as people read it. */
  async next(): Promise<string> {
    while (this.#mails.length === 0) await new Promise<void>((resolve) => this.#arrived.push(resolve))
    const mail = this.#mails.shift() ?? ''
    return mail
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }

  close(): void {
    this.server.close()
  }

  #take(mail: string): void {
    this.#mails.push(mail)
    for (const resolve of this.#arrived.splice(0)) resolve()
  }

  #answer(line: string): string {
    if (/^(EHLO|HELO)/i.test(line)) return '250 mailbox'
    if (/^RCPT/i.test(line) && this.refuses) return '550 nobody of that name'
    if (/^DATA/i.test(line)) return '354 go on'
    return /^QUIT/i.test(line) ? '221 bye' : '250 ok'
  }

  #speak(socket: Socket): void {
    let rest = ''
    let body: string | null = null
    socket.on('error', () => socket.destroy())
    socket.write('220 mailbox\r\n')
    socket.on('data', (chunk) => {
      rest += chunk
      for (;;) {
        const end = body === null ? '\r\n' : '\r\n.\r\n'
        const at = rest.indexOf(end)
        if (at < 0) return
        const part = rest.slice(0, at)
        rest = rest.slice(at + end.length)
        if (body !== null) this.#take(part)
        const said: string = body === null ? this.#answer(part) : '250 taken'
        body = said.startsWith('354') ? '' : null
        socket.write(`${said}\r\n`)
      }
    })
  }
}
