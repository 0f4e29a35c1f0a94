import { expect, it } from 'vitest'
import { mostSilentTicks, SignsOfLife } from '@/scripts/server/signs-of-life.mjs'

function watching(...who: string[]) {
  const still: string[] = []
  const signs = new SignsOfLife<string>((one) => still.push(one))
  for (const one of who) signs.watch(one)
  const pass = (ticks: number, speaking: string[] = []) => {
    for (let tick = 0; tick < ticks; tick += 1) {
      for (const one of speaking) signs.hear(one)
      signs.tick()
    }
  }
  return { signs, still, pass }
}

it('who gives no sign of life for twenty ticks of the watcher stands still, once, and who gives one goes on', () => {
  const { still, pass } = watching('silent', 'slow', 'well')
  pass(mostSilentTicks, ['well'])
  expect(still).toEqual([])
  pass(1, ['well', 'slow'])
  expect(still).toEqual(['silent'])
  pass(mostSilentTicks, ['well'])
  expect(still).toEqual(['silent', 'slow'])
  pass(5 * mostSilentTicks, ['well'])
  expect(still).toEqual(['silent', 'slow'])
})

it('who has ended, or whoever is not waited for any more, is not told of', () => {
  const { signs, still, pass } = watching('ended', 'other')
  signs.forget('ended')
  // A last sign was on its way.
  signs.hear('ended')
  pass(mostSilentTicks)
  signs.end()
  pass(mostSilentTicks)
  expect(still).toEqual([])
})
