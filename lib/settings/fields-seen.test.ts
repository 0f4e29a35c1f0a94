import { describe, expect, it } from 'vitest'
import { FieldsSeen } from '@/lib/settings/fields-seen'

function counted(answers: (string[] | Error)[]) {
  let times = 0
  const read = async () => {
    const answer = answers[Math.min(times, answers.length - 1)] ?? []
    times += 1
    if (answer instanceof Error) throw answer
    return answer
  }
  return { read, times: () => times }
}

describe('the fields that a form offers', () => {
  it('are read once a minute for everybody of a project, also for those that ask at once', async () => {
    const seen = new FieldsSeen()
    const { read, times } = counted([['Bay'], ['Bay', 'Car']])
    const both = [seen.get('a', 0, read), seen.get('a', 0, read)]
    expect(await Promise.all(both)).toEqual([['Bay'], ['Bay']])
    expect(await seen.get('a', 59_999, read)).toEqual(['Bay'])
    expect(times()).toBe(1)
    expect(await seen.get('a', 60_000, read)).toEqual(['Bay', 'Car'])
    await seen.get('b', 60_000, read)
    expect(times()).toBe(3)
  })

  it('are read again where nothing was found or the reading failed, and kept of no more projects than a process can bear', async () => {
    const seen = new FieldsSeen()
    const { read, times } = counted([new Error('away'), [], ['Bay']])
    await expect(seen.get('a', 0, read)).rejects.toThrow('away')
    expect(await seen.get('a', 0, read)).toEqual([])
    expect(await seen.get('a', 0, read)).toEqual(['Bay'])
    for (let n = 0; n < 1_000; n++) await seen.get(`other ${n}`, 0, read)
    await seen.get('other 999', 0, read)
    expect(times()).toBe(1_003)
    await seen.get('a', 0, read)
    expect(times()).toBe(1_004)
  })
})
