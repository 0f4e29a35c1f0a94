import { Agent, request } from 'node:http'

/**
 * A request as it goes over the wire: nothing is normalised, and a path or body may be what no client would send. Where the
 * order of headers matters they are an array, of names and values by turns, with `Host`.
 */
export type RawRequest = { method: string; path: string; headers: Record<string, string> | string[]; body?: Uint8Array }

export type RawAnswer = { status: number; reason: string; headers: NodeJS.Dict<string | string[]>; text: string }

const shared = new Agent({ keepAlive: true, maxSockets: 8 })

/** Sends it. An event stream is not waited for: its beginning is the answer. */
export function sendRaw(
  baseUrl: string,
  { method, path, headers, body }: RawRequest,
  agent = shared,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
      const { statusCode: status = 0, statusMessage: reason = '', headers: answered } = response
      if (answered['content-type']?.startsWith('text/event-stream')) {
        response.destroy()
        resolve({ status, reason, headers: answered, text: '' })
        return
      }
      let text = ''
      response.setEncoding('utf8').on('data', (more) => {
        text += more
      })
      response.on('end', () => resolve({ status, reason, headers: answered, text }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
