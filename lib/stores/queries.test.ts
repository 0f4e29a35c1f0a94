import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { layInStores, storesQuery } from '@/lib/stores/queries'
import type { StoreSummary } from '@/lib/stores/schema'

const store = (ringing: number): StoreSummary => ({
  projectId: '11111111-1111-4111-8111-111111111111',
  projectName: 'Shop',
  destinationId: 'quayside',
  name: 'Quayside',
  isNew: false,
  timeZone: 'UTC',
  arrived: ringing,
  onTheWay: 0,
  ringing,
  longestSince: null,
  hasBoard: false,
  waits: { dueSeconds: 60, lateSeconds: 120, overSeconds: 180 },
})

/** What a server answers to each request, once the test says so. */
let answers: ((ringing: number) => void)[]

beforeEach(() => {
  answers = []
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        answers.push((ringing) => resolve(Response.json({ stores: [store(ringing)] })))
      }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('an answer that was asked for before the stream told something takes nothing of it back', async () => {
  const client = new QueryClient()
  const { queryKey, queryFn } = storesQuery()
  client.setQueryData(queryKey, [store(0)])
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY })
  const leave = observer.subscribe(() => {})
  void observer.refetch()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  layInStores(client, { stores: [store(1)], isWhole: false })
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.(0)
  expect(client.getQueryData(queryKey)).toEqual([store(1)])
  answers[1]?.(2)
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(client.getQueryData(queryKey)).toEqual([store(2)])
  leave()
})
