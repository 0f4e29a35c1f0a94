import { expect, it } from 'vitest'
import { OutOfPatience } from '@/lib/out-of-patience'
import { FairShare } from '@/lib/turns/fair-share'

const sharing = (atOnce: number) => new FairShare({ atOnce, refusal: () => new OutOfPatience() })

it('gives each holder so many places and no more; theirs come in their order, and nobody else waits for them', async () => {
  const share = sharing(2)
  // Where a place is free there is nothing to wait for.
  for (let n = 0; n < 2; n++) expect(share.take('a', { mostMs: 1_000 })).toBeUndefined()
  const begun: string[] = []
  const third = share.take('a', { mostMs: 1_000 })?.then(() => begun.push('third'))
  const fourth = share.take('a', {})?.then(() => begun.push('fourth'))
  expect(share.take('b', { mostMs: 1_000 })).toBeUndefined()
  expect(begun).toEqual([])
  share.giveBack('a')
  await third
  expect(begun).toEqual(['third'])
  share.giveBack('a')
  await fourth
  expect(begun).toEqual(['third', 'fourth'])
  for (let n = 0; n < 2; n++) share.giveBack('a')
  for (let n = 0; n < 2; n++) expect(share.take('a', {})).toBeUndefined()
  await expect(share.take('a', { mostMs: 1 })).rejects.toThrow(OutOfPatience)
  // Who has gone takes no place from who comes next.
  share.giveBack('a')
  expect(share.take('a', { mostMs: 1 })).toBeUndefined()
})

it('has the place of work that is over, or has failed', async () => {
  const share = sharing(1)
  await expect(share.run('a', {}, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  const order: string[] = []
  const run = (name: string) => share.run('a', {}, async () => order.push(name))
  await Promise.all(['first', 'second', 'third'].map(run))
  expect(order).toEqual(['first', 'second', 'third'])
  expect(share.take('a', {})).toBeUndefined()
})

it('of who hangs up while they wait has nothing left to give, and is asked nothing by who has hung up before', async () => {
  const share = sharing(1)
  share.take('a', {})
  const all = Array.from({ length: 64 }, () => new AbortController())
  const leaving = all.map(({ signal }) => share.take('a', { signal }))
  const next = share.take('a', { mostMs: 60_000 })
  for (const one of all) one.abort()
  for (const waiting of leaving) await expect(waiting).rejects.toThrow(OutOfPatience)
  share.giveBack('a')
  await next
  share.giveBack('a')
  await expect(share.take('a', { signal: AbortSignal.abort() })).rejects.toThrow(OutOfPatience)
  expect(share.take('a', {})).toBeUndefined()
})
