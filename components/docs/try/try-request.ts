import type { Told } from '@/components/docs/try/try-context'
import type { ApiRequest, Parameter } from '@/lib/openapi/model'

/** What one form holds: values of parameters by name, and the body as it stands in the editor. */
export type Draft = { values: Record<string, string>; type?: string; body?: string }

const sampleOrder = 'A-1042'

/** What a parameter holds before somebody changes it. */
export function presetOf(parameter: Parameter, told: Told): string {
  if (parameter.in === 'header') return ''
  if (parameter.name === 'projectId' || parameter.name === 'destinationId') return told[parameter.name]
  if (parameter.name === 'orderId') return sampleOrder
  return parameter.name === 'after' ? '0' : ''
}

/** An example with the reader's own project and store in it. */
export function filledIn(example: string, told: Told): string {
  let text = example
  for (const name of ['projectId', 'destinationId'] as const) {
    if (told[name])
      text = text.replace(new RegExp(`("${name}": )"[^"]*"`, 'g'), (_, key) => key + JSON.stringify(told[name]))
  }
  return text
}

function credentialHeaders(schemes: string[], told: Told): [string, string][] {
  const headers: [string, string][] = []
  if (schemes.includes('apiKey') || schemes.includes('secretKey')) headers.push(['x-service-api-key', told.apiKey])
  const takesToken = schemes.includes('bearer') || schemes.includes('metricsToken')
  // Without a token the browser's own cookie goes along.
  if (takesToken && told.accessToken) headers.push(['authorization', `Bearer ${told.accessToken}`])
  return headers
}

type Form = { method: string; address: string; parameters: Parameter[]; schemes: string[] }

/** The request that a form stands for. */
export function requestOf({ method, address, parameters, schemes }: Form, draft: Draft, told: Told): ApiRequest {
  const inForm = (parameter: Parameter) => draft.values[parameter.name] ?? presetOf(parameter, told)
  const given = parameters.filter((parameter) => inForm(parameter) !== '')
  const path = address.replace(/\{(\w+)\}/g, (whole, name) => {
    const parameter = given.find((p) => p.in === 'path' && p.name === name)
    return parameter ? encodeURIComponent(inForm(parameter)) : whole
  })
  const query = new URLSearchParams(given.filter((p) => p.in === 'query').map((p) => [p.name, inForm(p)]))
  const headers: [string, string][] = [
    ...credentialHeaders(schemes, told),
    ...given.filter((p) => p.in === 'header').map((p): [string, string] => [p.name, inForm(p)]),
    ...(draft.type ? [['content-type', draft.type] as [string, string]] : []),
  ]
  return { method, url: query.size > 0 ? `${path}?${query}` : path, headers, body: draft.body }
}
