import type { ReactNode } from 'react'
import { AnswerList } from '@/components/docs/answer-list'
import { FieldList } from '@/components/docs/field-list'
import { MethodBadge } from '@/components/docs/method-badge'
import { Prose } from '@/components/docs/prose'
import { TryPanel } from '@/components/docs/try/try-panel'
import { Card } from '@/components/ui/card'
import {
  type Endpoint,
  exampleOf,
  fieldsOf,
  limitsOf,
  type OpenApiDocument,
  type RequestBody,
  typeOf,
} from '@/lib/openapi/model'

const credentials: Record<string, string> = {
  apiKey: 'an API key in `x-service-api-key`',
  secretKey: 'a secret API key (sk_…) in `x-service-api-key`',
  basicKey: 'the key as the password of Basic authorization',
  bearer: 'an access token in `authorization: Bearer …`',
  cookie: "the browser's session cookie",
  metricsToken: '`authorization: Bearer <METRICS_TOKEN>`',
}

const places = { path: 'In the path', query: 'Query parameters', header: 'Headers' } as const

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h4 className="mb-1.5 text-[15px] font-semibold">{title}</h4>
      {children}
    </section>
  )
}

function Parameters({ endpoint }: { endpoint: Endpoint }) {
  const { parameters = [] } = endpoint.operation
  return (Object.keys(places) as (keyof typeof places)[]).map((place) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map((p) => ({ ...p, type: typeOf(p.schema), limits: limitsOf(p.schema) }))
    if (fields.length === 0) return null
    return (
      <Part key={place} title={places[place]}>
        <FieldList fields={fields} />
      </Part>
    )
  })
}

function Body({ document, body }: { document: OpenApiDocument; body: RequestBody }) {
  return Object.entries(body.content).map(([type, { schema = {} }]) => (
    <Part key={type} title={`Body: ${type}`}>
      {body.description && <p className="mb-1.5 text-sm text-soft">{body.description}</p>}
      <FieldList fields={fieldsOf(document, schema)} />
    </Part>
  ))
}

/** One endpoint: what it is for, what it takes and answers, and a form to try it. */
export function EndpointSection({ document, endpoint }: { document: OpenApiDocument; endpoint: Endpoint }) {
  const { method, address, operation } = endpoint
  const schemes = operation.security.flatMap((scheme) => Object.keys(scheme))
  const content = Object.entries(operation.requestBody?.content ?? {})
  const isStream = Object.values(operation.responses).some((answer) => answer.content?.['text/event-stream'])
  return (
    <Card className="p-4 sm:p-6">
      <article aria-labelledby={operation.operationId}>
        <h3 id={operation.operationId} className="scroll-mt-4 font-sign text-2xl font-bold">
          {operation.summary}
        </h3>
        <p className="mt-1.5 flex flex-wrap items-center gap-2.5">
          <MethodBadge method={method} />
          <code className="min-w-0 font-mono text-[15px] wrap-anywhere">{address}</code>
        </p>
        {operation.description && <Prose text={operation.description} className="mt-3" />}
        <Prose
          className="mt-3 text-soft"
          text={
            schemes.length > 0
              ? `Needs ${schemes.map((scheme) => credentials[scheme] ?? scheme).join(', or ')}.`
              : 'Needs no credential.'
          }
        />
        <Parameters endpoint={endpoint} />
        {operation.requestBody && <Body document={document} body={operation.requestBody} />}
        <Part title="Answers">
          <AnswerList document={document} answers={operation.responses} />
        </Part>
        <TryPanel
          method={method}
          address={address}
          summary={operation.summary}
          parameters={operation.parameters ?? []}
          bodies={content.map(([type, { schema = {} }]) => ({ type, example: exampleOf(document, schema) }))}
          schemes={schemes}
          isStream={isStream}
        />
      </article>
    </Card>
  )
}
