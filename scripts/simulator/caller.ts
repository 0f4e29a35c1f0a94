import type { Tally } from '@/scripts/simulator/tally'

export type Reply = { status: number; body: Record<string, unknown> }

type Call = { method: string; address: string; headers: Record<string, string>; body: unknown; expected: number[] }

const patienceMs = 10_000

/** Calls over HTTP, each counted and timed. No answer is given as null. */
export class Caller {
  constructor(
    private readonly baseUrl: string,
    private readonly tally: Tally,
  ) {}

  async call(kind: string, { method, address, headers, body, expected }: Call): Promise<Reply | null> {
    const started = performance.now()
    const took = () => performance.now() - started
    try {
      const response = await fetch(`${this.baseUrl}${address}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      })
      const text = await response.text()
      this.tally.answered(kind, response.status, took())
      const reply = { status: response.status, body: text ? JSON.parse(text) : {} }
      if (!expected.includes(response.status)) {
        this.tally.wonder(`${kind}: ${response.status} ${reply.body.code ?? ''} ${reply.body.detail ?? ''}`.trim())
      }
      return reply
    } catch (error) {
      this.tally.answered(kind, 'no answer', took())
      this.tally.wonder(`${kind}: no answer (${error instanceof Error ? (error.cause ?? error.message) : error})`)
      return null
    }
  }
}
