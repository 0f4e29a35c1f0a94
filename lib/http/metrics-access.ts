import { env } from '@/lib/env'
import { Refusal } from '@/lib/errors'
import { isSameSecret } from '@/lib/http/same-secret'
import { addGauges } from '@/lib/watch/gauges'
import { metricsText } from '@/lib/watch/metrics'

/** All metrics, for a bearer of METRICS_TOKEN. Throws route_not_found while none is set, credential_invalid. */
export function metricsFor(authorization: string | null): Promise<string> {
  const token = env().METRICS_TOKEN
  if (!token) throw new Refusal('route_not_found', 'Metrics are off. Set METRICS_TOKEN to turn them on.')
  // The scheme's letters may be small or large (RFC 9110, 11.1).
  const [, told = ''] = /^bearer +(.*)$/i.exec(authorization ?? '') ?? []
  if (!isSameSecret(token, told)) {
    throw new Refusal('credential_invalid', 'Send the header authorization: Bearer <METRICS_TOKEN>.')
  }
  // Where nobody has begun to watch (a development server), the first scrape does.
  addGauges()
  return metricsText()
}
