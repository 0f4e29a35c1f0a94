import type { ApiRequest } from '@/lib/openapi/model'

/** What came back, or why nothing did. */
export type Reply =
  | {
      status: number
      statusText: string
      milliseconds: number
      headers: [string, string][]
      body: string
      json: unknown
    }
  | { failure: string }

const timeoutMs = 30_000
const longestShown = 100_000

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a request as it is, without the page's own client: a refusal is an answer here. */
export async function send({ method, url, headers, body }: ApiRequest): Promise<Reply> {
  const startedAt = performance.now()
  try {
    const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(timeoutMs) })
    const text = await response.text()
    const milliseconds = Math.round(performance.now() - startedAt)
    const json = response.headers.get('content-type')?.includes('json') ? read(text) : undefined
    const shown = json === undefined ? text : JSON.stringify(json, null, 2)
    return {
      status: response.status,
      statusText: response.statusText,
      milliseconds,
      headers: [...response.headers],
      body: shown.length > longestShown ? `${shown.slice(0, longestShown)}\n…` : shown,
      json,
    }
  } catch (error) {
    // A header may hold what no header can: the browser says so before it sends anything.
    if (error instanceof TypeError && /header|ByteString|ISO-8859/i.test(error.message))
      return { failure: error.message }
    return { failure: 'No answer came: the server could not be reached. Check that it runs, then send again.' }
  }
}
