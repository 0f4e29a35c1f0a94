import { expect, it } from 'vitest'
import { FairShare } from '@/lib/fair-share'
import { OutOfPatience } from '@/lib/patience'

it('gives each holder so many places and no more; theirs come in their order, and nobody else waits for them', async () => {
  const share = new FairShare(2)
  await share.take('a', 1_000)
  await share.take('a', 1_000)
  const begun: string[] = []
  const third = share.take('a', 1_000).then(() => begun.push('third'))
  const fourth = share.take('a', 1_000).then(() => begun.push('fourth'))
  await share.take('b', 1_000)
  expect(begun).toEqual([])
  share.giveBack('a')
  await third
  expect(begun).toEqual(['third'])
  share.giveBack('a')
  await fourth
  for (let n = 0; n < 2; n++) share.giveBack('a')
  await share.take('a', 1_000)
  await share.take('a', 1_000)
  await expect(share.take('a', 1)).rejects.toThrow(OutOfPatience)
  // Who has gone takes no place from who comes next.
  share.giveBack('a')
  await share.take('a', 1)
})
