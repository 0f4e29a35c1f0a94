import { inject } from 'vitest'
import { startServer } from '@/integration/setup/test-server'
import { type Answered, openShop, type Shop } from '@/integration/shop'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

/** How long something may take to be let through again. */
export const withinMs = 20_000
/** What each process lets a caller do before it asks (lib/limits/leases.ts), in all of them. */
export const unasked = 3 * 4

/** What a secret key may ask for on them. */
export const ofSecretKey = { perSecond: 2, burst: 100 }

/**
 * Two servers of two processes each on the shared database, behind one proxy that says whom it answers, whose limits are
 * small enough to be met; and a shop of their own.
 */
export class LimitedServers {
  private constructor(
    private readonly servers: TestServer[],
    readonly shop: Shop,
  ) {}

  static async start(): Promise<LimitedServers> {
    const env = {
      RATE_LIMIT_SECRET_KEY: `${ofSecretKey.perSecond}:${ofSecretKey.burst}`,
      RATE_LIMIT_PUBLISHABLE_KEY: '0.2:20',
      RATE_LIMIT_PUBLISHABLE_KB: '0.1:100',
      RATE_LIMIT_NEW_ORDERS: '0.01:4',
      RATE_LIMIT_PROJECT_ORDERS: '0.01:120',
      RATE_LIMIT_STAFF: '0.01:200',
      RATE_LIMIT_PROJECT_STAFF: '0.01:2000',
      RATE_LIMIT_SIGN_IN: '0.01:3',
      RATE_LIMIT_USER_TOKEN: '0.01:3',
      TRUSTED_PROXIES: '1',
    }
    const databaseUrl = inject('databaseUrl')
    const servers = await Promise.all([startServer({ databaseUrl, env }), startServer({ databaseUrl, env })])
    return new LimitedServers(servers, await openShop(inject('baseUrl')))
  }

  /** The address of one of them, in turn. */
  url(n: number): string {
    return this.servers[n % 2]?.baseUrl ?? ''
  }

  /** The shop, as one of them serves it, in turn. */
  at(n: number): Shop {
    return this.shop.at(this.url(n))
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()))
  }
}

/** The answers to so many requests at once. */
export function times<T>(count: number, of: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => of(n)))
}

/** How many of them no limit has refused. */
export function passed(answers: Answered[]): number {
  return answers.filter((answer) => answer.status !== 429).length
}
