import { env } from '@/lib/env'

/**
 * The address that a request comes from: the peer's, or, behind so many proxies of ours (TRUSTED_PROXIES), the one that
 * the outermost of them saw. What a client itself claims in `x-forwarded-for` stands further left and is not believed.
 */
export function clientAddressOf(request: Request): string {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',') ?? []
  const peer = Reflect.get(request, 'ip')
  const chain = [...forwarded.map((address) => address.trim()), ...(typeof peer === 'string' ? [peer] : [])]
  return chain.at(-1 - Math.min(env().TRUSTED_PROXIES, chain.length - 1)) ?? 'unknown'
}
