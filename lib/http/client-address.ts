import { isIPv4, isIPv6 } from 'node:net'
import { env } from '@/lib/env'

const ipv4Of = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The eight parts of an IPv6 address, however it is written. */
function partsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map((text) => text.split(':').filter(Boolean))
  const [before = [], after = []] = [left, right]
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].map((part) => Number.parseInt(part, 16))
}

// An IPv4 address in IPv6's clothes: as a socket for both tells it, and as translators do (RFC 6052, RFC 2765).
const ipv4Prefixes = [
  [0, 0, 0, 0, 0, 0xffff],
  [0, 0, 0, 0, 0xffff, 0],
  [0x64, 0xff9b, 0, 0, 0, 0],
]

// One subscriber has all addresses of a /64.
function networkOf(address: string): string {
  const parts = partsOf(address)
  const [high = 0, low = 0] = parts.slice(6)
  if (ipv4Prefixes.some((prefix) => prefix.every((part, at) => part === parts[at]))) return ipv4Of(high, low)
  if (parts.join() === '0,0,0,0,0,0,0,1') return '::1'
  const network = parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** An address as a proxy writes it, which may put it in brackets and a port after it; null for what is none. */
function addressIn(text: string): string | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  if (isIPv4(bare)) return bare
  const unzoned = bare.replace(/%.*$/, '')
  return isIPv6(unzoned) ? networkOf(unzoned) : null
}

/**
 * The address that a request comes from: the peer's, or, behind so many proxies of ours (TRUSTED_PROXIES), the one that
 * the outermost of them saw, without its port. What a client itself claims in `x-forwarded-for` stands further left and is
 * not believed; where a proxy has written what is no address, it is the peer's again.
 */
export function clientAddressOf(request: Pick<Request, 'headers'>): string {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',') ?? []
  const peer = Reflect.get(request, 'ip')
  const chain = [...forwarded.map((address) => address.trim()), ...(typeof peer === 'string' ? [peer] : [])]
  const seen = chain.at(-1 - Math.min(env().TRUSTED_PROXIES, chain.length - 1)) ?? ''
  return addressIn(seen) ?? addressIn(chain.at(-1) ?? '') ?? 'unknown'
}

/** What a provider gives one subscriber at most: of an IPv6 network its /48, of an IPv4 address that alone. */
export function widerNetworkOf(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 3).join(':') : address
}
