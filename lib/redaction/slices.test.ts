import { expect, it } from 'vitest'
import { bySlices } from '@/lib/redaction/slices'

const tookTooLong = () => Object.assign(new Error('canceling statement'), { code: '57014' })

/** Goes through a timeline of so many lines, of which one statement can do so many in time: what each asked for. */
async function askedFor(all: number, inTime: number): Promise<[string, number][]> {
  const asked: [string, number][] = []
  await bySlices('0', async (until, lines) => {
    asked.push([until, lines])
    if (lines > inTime) throw tookTooLong()
    const end = Number(until) + lines
    return end > all ? null : String(end)
  })
  return asked
}

it('a timeline is gone through to its end, slice behind slice', async () => {
  expect(await askedFor(250, 1_000)).toEqual([
    ['0', 100],
    ['100', 100],
    ['200', 100],
  ])
})

it('what takes too long is asked for again in smaller slices, which begin where the last one ended', async () => {
  const asked = await askedFor(25, 10)
  expect(asked).toEqual([
    ['0', 100],
    ['0', 10],
    ['10', 10],
    ['20', 10],
  ])
  expect((await askedFor(2, 1)).map(([, lines]) => lines)).toEqual([100, 10, 1, 1, 1])
})

it('one line that takes too long, or whatever else fails, is told, and nothing is asked for again', async () => {
  await expect(askedFor(1, 0)).rejects.toMatchObject({ code: '57014' })
  let asks = 0
  const failing = bySlices('0', async () => {
    asks += 1
    throw new Error('gone')
  })
  await expect(failing).rejects.toThrow('gone')
  expect(asks).toBe(1)
})
