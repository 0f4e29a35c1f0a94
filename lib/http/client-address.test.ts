import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://localhost/none')
  vi.stubEnv('BAYCALL_SECRET', 'a secret of a test that is long enough')
  vi.stubEnv('TRUSTED_PROXIES', '1')
  // Settings are read once.
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

it('a client is the same one however a proxy writes its address, and what is no address is the proxy', async () => {
  const { clientAddressOf } = await import('@/lib/http/client-address')
  const from = (seen: string, ip = '10.0.0.1') =>
    clientAddressOf(Object.assign({ headers: new Headers({ 'x-forwarded-for': seen }) }, { ip }))
  const told = [
    ['203.0.113.10', '203.0.113.10'],
    ['198.51.100.1, 203.0.113.10:4711', '203.0.113.10'],
    ['::ffff:203.0.113.10', '203.0.113.10'],
    ['::ffff:cb00:710a', '203.0.113.10'],
    ['[0:0:0:0:0:FFFF:203.0.113.10]:443', '203.0.113.10'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['[2001:DB8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['[2001:0db8:0001:0002:ffff:0:0:1]', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '::1'],
    ['64:ff9b::203.0.113.10', '203.0.113.10'],
    ['::ffff:0:203.0.113.10', '203.0.113.10'],
    ['64:ff9b:1::cb00:710a', '64:ff9b:1:0::/64'],
    ...['unknown', '', '_hidden', '203.0.113', '203.0.113.10:', '[203.0.113.10', '::1]', 'a.example:80', '1:2'].map(
      (odd) => [odd, '10.0.0.1'] as const,
    ),
  ] as const
  expect(told.map(([seen]) => [seen, from(seen)])).toEqual(told)
  expect(from('nobody', '::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(clientAddressOf({ headers: new Headers() })).toBe('unknown')
})
