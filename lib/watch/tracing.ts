import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { log } from '@/lib/log'
import type { TracePlace } from '@/lib/watch/traceparent'

type Api = typeof import('@opentelemetry/api')
type Tracing = { api: Api; tracer: Tracer; requests: AsyncLocalStorage<Span>; flush: () => Promise<void> }

// Of our own, not OpenTelemetry's global: with that one the page framework would record addresses, ids and tokens in
// them.
const held = globalThis as typeof globalThis & { baycallTracing?: Tracing }

const isWanted = (env: NodeJS.ProcessEnv) =>
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
  env.OTEL_SDK_DISABLED !== 'true' &&
  env.OTEL_TRACES_EXPORTER !== 'none'

/** Exports spans from now on, if OpenTelemetry's own variables say where to; nothing of it is loaded otherwise. */
export async function startTracing(): Promise<void> {
  if (!isWanted(process.env) || held.baycallTracing) return
  const [api, sdk, { OTLPTraceExporter }, { defaultResource, detectResources, envDetector, resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const told = (message: string) => log.warn({ reason: message }, 'traces')
  const quiet = () => {}
  api.diag.setLogger(
    { error: told, warn: told, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const own = resourceFromAttributes({
    'service.name': 'baycall',
    'service.instance.id': `${process.pid}`,
    'baycall.worker': process.env.BAYCALL_WORKER ?? '1',
  })
  const provider = new sdk.BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  })
  held.baycallTracing = {
    api,
    tracer: provider.getTracer('baycall'),
    requests: new AsyncLocalStorage(),
    flush: () => provider.shutdown(),
  }
}

/** A request that is being traced. */
export type RequestSpan = {
  place: TracePlace
  /** Runs the request: statements within it are spans below it. */
  run: <T>(answer: () => Promise<T>) => Promise<T>
  end: (status: number, requestId: string) => void
}

/** Begins a request's span; null while nothing is exported. `route` is the address' pattern. */
export function startRequestSpan(method: string, route: string, caller: TracePlace | null): RequestSpan | null {
  const tracing = held.baycallTracing
  if (!tracing) return null
  const { api, tracer, requests } = tracing
  const attributes = { 'http.request.method': method, 'http.route': route }
  const kind = api.SpanKind.SERVER
  const span = tracer.startSpan(`${method} ${route}`, { kind, attributes }, contextOf(api, caller))
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    place: { traceId, spanId, isSampled: (traceFlags & api.TraceFlags.SAMPLED) !== 0 },
    run: (answer) => requests.run(span, answer),
    end(status, requestId) {
      span.setAttributes({ 'http.response.status_code': status, 'baycall.request_id': requestId })
      if (status >= 500) fail(api, span, String(status))
      span.end()
    },
  }
}

/** Begins the span of a statement, by name only; null outside a traced request. The answer ends it. */
export function startStatementSpan(name: string): ((failure?: string) => void) | null {
  const tracing = held.baycallTracing
  const request = tracing?.requests.getStore()
  // A timer that a request has set goes on in its context: what it does later is not the request's.
  if (!tracing || !request?.isRecording()) return null
  const { api, tracer } = tracing
  const attributes: Attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
  const within = api.trace.setSpan(api.ROOT_CONTEXT, request)
  const span = tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes }, within)
  return (failure) => {
    if (failure !== undefined) fail(api, span, failure)
    span.end()
  }
}

function contextOf(api: Api, caller: TracePlace | null): Context {
  if (!caller) return api.ROOT_CONTEXT
  const traceFlags = caller.isSampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE
  const { traceId, spanId } = caller
  return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

// No message: it may quote what was sent.
function fail(api: Api, span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: api.SpanStatusCode.ERROR })
}
