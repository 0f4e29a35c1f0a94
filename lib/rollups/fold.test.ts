import { expect, it } from 'vitest'
import { Portions } from '@/lib/portions'
import { foldWaiting } from '@/lib/rollups/fold'

const tookTooLong = () => Object.assign(new Error('canceling statement'), { code: '57014' })

/** What waits, of which a statement adds so many in time, and what was asked for. */
class Waiting {
  readonly asked: number[] = []

  constructor(
    public count: number,
    public inTime: number,
  ) {}

  readonly fold = async (most: number): Promise<number> => {
    this.asked.push(most)
    const folded = Math.min(most, this.count)
    if (folded > this.inTime) throw tookTooLong()
    this.count -= folded
    return folded
  }
}

it('what takes too long to add is added in smaller portions, and in larger ones again', async () => {
  const portions = new Portions(5_000)
  const hostile = new Waiting(2_200, 999)
  expect(await foldWaiting(portions, hostile.fold)).toBe(true)
  expect(hostile.asked).toEqual([5_000, 500, 1_000, 100, 200, 400, 800, 1_600])
  expect(hostile.count).toBe(0)
  const easy = new Waiting(20_000, 5_000)
  expect(await foldWaiting(portions, easy.fold)).toBe(true)
  expect(easy.asked).toEqual([1_600, 3_200, 5_000, 5_000, 5_000, 5_000])
  expect(await foldWaiting(portions, easy.fold)).toBe(false)
})

it('a single one that takes too long is told, and asked for alone from then on', async () => {
  const portions = new Portions(20)
  const stuck = new Waiting(30, 0)
  await expect(foldWaiting(portions, stuck.fold)).rejects.toMatchObject({ code: '57014' })
  await expect(foldWaiting(portions, stuck.fold)).rejects.toMatchObject({ code: '57014' })
  expect(stuck.asked).toEqual([20, 2, 1, 1])
  stuck.inTime = 30
  await foldWaiting(portions, stuck.fold)
  expect(stuck.count).toBe(0)
})

it('what fails otherwise is told as it is, and portions stay as large', async () => {
  const portions = new Portions(20)
  const failing = foldWaiting(portions, () => Promise.reject(new Error('gone')))
  await expect(failing).rejects.toThrow('gone')
  const waiting = new Waiting(5, 20)
  await foldWaiting(portions, waiting.fold)
  expect(waiting.asked).toEqual([20])
})
