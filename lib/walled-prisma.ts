import type { PrismaClient } from '@/lib/generated/prisma/client'
import { currentScope, keepScope } from '@/lib/wall'

type Loader = {
  request(asked: object): Promise<unknown>
  options: {
    batchBy(asked: object): string | undefined
    singleLoader(asked: object): Promise<unknown>
    batchLoader(asked: object[]): Promise<unknown>
  }
}

/**
 * Prisma gathers what is asked in one breath (findUnique, and the parts of a transaction) and sends all of it from where
 * the first was asked, whoever asked the rest. Here each keeps the scope that it was asked in, and only what has the same
 * is gathered.
 */
export function keepScopes(client: PrismaClient): PrismaClient {
  const { dataloader } = (client as unknown as { _requestHandler: { dataloader: Loader } })._requestHandler
  const { batchBy, singleLoader, batchLoader } = dataloader.options
  const request = dataloader.request.bind(dataloader)
  const inside = new WeakMap<object, ReturnType<typeof keepScope>>()
  const run = (asked: object | undefined, work: () => Promise<unknown>) => {
    const kept = asked && inside.get(asked)
    return kept ? kept(work) : work()
  }
  dataloader.request = (asked) => {
    // What is sent at once needs nothing kept, its request's patience included.
    if (batchBy(asked) !== undefined) inside.set(asked, keepScope())
    return request(asked)
  }
  dataloader.options = {
    ...dataloader.options,
    batchBy(asked) {
      const name = batchBy(asked)
      return name && `${currentScope()} ${name}`
    },
    singleLoader: (asked) => run(asked, () => singleLoader(asked)),
    batchLoader: (asked) => run(asked[0], () => batchLoader(asked)),
  }
  return client
}
