import { isIPv6 } from 'node:net'
import { env } from '@/lib/env'

// One subscriber has all addresses of a /64. (An IPv4 address in IPv6's clothes is itself.)
function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}

/**
 * The address that a request comes from: the peer's, or, behind so many proxies of ours (TRUSTED_PROXIES), the one that
 * the outermost of them saw. What a client itself claims in `x-forwarded-for` stands further left and is not believed.
 */
export function clientAddressOf(request: Request): string {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',') ?? []
  const peer = Reflect.get(request, 'ip')
  const chain = [...forwarded.map((address) => address.trim()), ...(typeof peer === 'string' ? [peer] : [])]
  const address = chain.at(-1 - Math.min(env().TRUSTED_PROXIES, chain.length - 1)) ?? 'unknown'
  return isIPv6(address) ? networkOf(address) : address
}
