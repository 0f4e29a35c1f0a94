/** A place in a trace (W3C Trace Context): which trace, which span in it, and whether its caller records it. */
export type TracePlace = { traceId: string; spanId: string; isSampled: boolean }

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** A caller's `traceparent`, or null for one that is not valid: it is then as if none was sent. */
export function readTraceparent(header: string): TracePlace | null {
  const [, version = '', traceId = '', spanId = '', flags = '', more] = form.exec(header.trim()) ?? []
  // Later versions may say more, the first may not.
  if (version === '' || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The header `traceresponse`: where in the caller's trace it was answered. */
export function traceresponseOf({ traceId, spanId, isSampled }: TracePlace): string {
  return `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`
}
