import { expect, it } from 'vitest'
import { Busy, HungUp, Refusal } from '@/lib/errors'
import { problemFrom } from '@/lib/http/problem'

const ids = { requestId: 'r', traceId: 't' }

it('what another bundle refuses is refused here as there', async () => {
  // @ts-expect-error: the same module, evaluated again, as Next does for each of its bundles.
  const other: typeof import('@/lib/errors') = await import('@/lib/errors?again')
  expect(other.Busy).not.toBe(Busy)
  const busy = problemFrom(new other.Busy('Too many', 5), ids)
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5'])
  expect(problemFrom(new other.HungUp('Too many', 5), ids).status).toBe(499)
  expect(problemFrom(new other.Refusal('view_not_found', 'No'), ids).status).toBe(404)
})

it('a refusal is of its own kind, and an error is none', () => {
  const [plain, busy, gone] = [new Refusal('view_not_found', 'No'), new Busy('Too many', 5), new HungUp('Too many', 5)]
  const told = [plain, busy, gone, new Error('failed'), null].map((thrown) =>
    [Refusal, Busy, HungUp].map((kind) => thrown instanceof kind),
  )
  expect(told).toEqual([
    [true, false, false],
    [true, true, false],
    [true, true, true],
    [false, false, false],
    [false, false, false],
  ])
})
