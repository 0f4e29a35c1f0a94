import type { Rate } from '@/lib/limits/model'

const told = new WeakMap<Request, Record<string, string>>()

/** Keeps what a caller may still ask for, as far as this process knows, for the answer to tell. */
export function tellQuota(request: Request, { perSecond, burst }: Rate, remaining: number): void {
  told.set(request, {
    'ratelimit-limit': String(burst),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil((burst - remaining) / perSecond)),
  })
}

/** The headers that tell it (docs/decisions/0022); none where nothing is limited. */
export function quotaHeadersOf(request: Request): Record<string, string> | undefined {
  return told.get(request)
}
