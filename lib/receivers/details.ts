import { detailsInput } from '@/lib/orders/details'

const oneDetail = detailsInput(1)

/** Details of theirs; what can't be one is left out. */
export function detailsOf(found: Record<string, unknown>): Record<string, unknown> | undefined {
  const kept = Object.entries(found).filter(([key, value]) => oneDetail.safeParse({ [key]: value }).success)
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}
