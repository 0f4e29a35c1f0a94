// autocannon brings no types: what is used of it.
declare module 'autocannon' {
  type Call = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  type Options = {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** How often it looks whether the time is over, in ms. */
    sampleInt: number
    requests: { setupRequest: (request: Call) => Call }[]
  }
  type Run = Promise<{ errors: number }> & {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, ms: number) => void): void
  }
  export default function autocannon(options: Options): Run
}
