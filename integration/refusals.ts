import type { Contract, Sent } from '@/integration/contract'
import type { Operation } from '@/lib/openapi/model'

/** What a caller of each security scheme sends. */
export type Credentials = Record<string, Record<string, string>>

const wrong: Credentials = {
  apiKey: { 'x-service-api-key': 'sk_wrong' },
  secretKey: { 'x-service-api-key': 'sk_wrong' },
  bearer: { authorization: 'Bearer wrong' },
  cookie: { cookie: 'baycall.session_token=wrong.wrong' },
}

/** The operations of a tag. */
export function operationsOf(contract: Contract, tag: string): [string, Operation][] {
  return contract.operations.filter(([, operation]) => operation.tags.includes(tag))
}

async function refuseCredentials(
  contract: Contract,
  name: string,
  operation: Operation,
  good: Credentials,
  sent: Sent,
) {
  const schemes = operation.security.flatMap((one) => Object.keys(one)).filter((scheme) => scheme in wrong)
  if (schemes.length === 0) return
  await contract.expect(name, 401, 'credential_missing', sent)
  const bad = schemes.includes('bearer') ? wrong.bearer : wrong.apiKey
  await contract.expect(name, 401, 'credential_invalid', { ...sent, headers: bad })
  const documented = Object.keys(operation.responses[403]?.content?.['application/problem+json']?.examples ?? {})
  if (schemes.includes('secretKey')) {
    await contract.expect(name, 403, 'right_missing', { ...sent, headers: good.publishable })
  }
  if (documented.includes('origin_refused') && schemes.includes('cookie')) {
    const headers = { ...good.cookie, origin: 'https://elsewhere.example' }
    await contract.expect(name, 403, 'origin_refused', { ...sent, headers })
  }
}

async function refuseRequests(contract: Contract, name: string, operation: Operation, headers: Sent['headers']) {
  if (operation.parameters?.some((parameter) => parameter.in === 'path')) {
    const path = (name.split(' ')[1] ?? '').replace(/\{\w+\}/, '%FF')
    await contract.expect(name, 400, 'request_malformed', { path, headers })
  }
  if (operation.requestBody) {
    const body = (text: string | Uint8Array): Sent => ({ headers, body: text })
    await contract.expect(name, 415, 'body_not_json', {
      headers: { ...headers, 'content-type': 'text/plain' },
      body: '{}',
    })
    await contract.expect(name, 413, 'body_too_large', body(`"${'x'.repeat(4 * 1024 * 1024)}"`))
    await contract.expect(name, 400, 'body_malformed', body('{'))
    await contract.expect(name, 400, 'body_malformed', body(new Uint8Array([0x22, 0xff, 0x22])))
    await contract.expect(name, 400, 'field_invalid', body('{"unheard":true}'))
  } else if (operation.parameters?.some((parameter) => parameter.in === 'query')) {
    await contract.expect(name, 400, 'field_invalid', { headers, query: { unheard: 'true' } })
  }
}

/** A method that the operation's address does not offer. */
function unoffered(contract: Contract, name: string): string {
  return contract.document.paths[name.split(' ')[1] ?? '']?.patch ? 'PUT' : 'PATCH'
}

/**
 * Meets every refusal that comes before an operation's own: no credential and a wrong one, a key or an origin that may
 * not, a method that is not offered, a body that is none, and fields that are unknown.
 */
export async function meetCommonRefusals(contract: Contract, tag: string, good: Credentials): Promise<void> {
  for (const [name, operation] of operationsOf(contract, tag)) {
    const [scheme = 'none'] = operation.security.flatMap((one) => Object.keys(one))
    const sent: Sent = operation.requestBody ? { body: {} } : {}
    await refuseCredentials(contract, name, operation, good, sent)
    await refuseRequests(contract, name, operation, good[scheme])
    await contract.expect(name.replace(/^\w+/, unoffered(contract, name)), 405, 'method_not_allowed')
  }
}

// A fault of ours, a database that is away (openapi-staff.test.ts) and a limit (limits-of-keys.test.ts) cannot be met here.
const elsewhere = [' 429 too_many_requests', ' 500 internal', ' 503 unavailable']

/** What is documented of a tag and was never met: an answer that a test forgot, or that no caller can get. */
export function notMet(contract: Contract, tag: string): string[] {
  return operationsOf(contract, tag).flatMap(([name, { responses }]) =>
    Object.entries(responses)
      .flatMap(([status, { content = {} }]) => {
        const codes = Object.keys(content['application/problem+json']?.examples ?? {})
        return codes.length > 0 ? codes.map((code) => `${name} ${status} ${code}`) : [`${name} ${status}`]
      })
      .filter((answer) => !elsewhere.some((end) => answer.endsWith(end)))
      .filter(
        (answer) =>
          !contract.seen.has(answer.replace(/^\w+(?=.* 405 )/, unoffered(contract, name))) &&
          !contract.seen.has(answer),
      ),
  )
}
