import { expect, it } from 'vitest'
import { chosenName, hasLength } from '@/lib/http/fields'

it.each([
  ['', 0, 5, true],
  ['', 1, 5, false],
  ['ab', 1, 2, true],
  ['abc', 1, 2, false],
  ['ab', 3, 5, false],
  // An emoji is one character, of two units; half of one is one as well.
  ['🚗', 1, 1, true],
  ['🚗', 2, 5, false],
  ['🚗a', 2, 2, true],
  ['🚗🚗', 2, 2, true],
  ['🚗🚗🚗', 1, 2, false],
  ['🚗🚗🚗', 4, 6, false],
  ['🚗🚗🚗', 3, 6, true],
  ['\ud83d', 1, 1, true],
  ['\ud83d\ud83d', 1, 1, false],
  ['\ude97\ud83d', 2, 2, true],
] as const)('"%s" has %i to %i characters: %s', (text, least, most, isSo) => {
  expect(hasLength(text, least, most)).toBe(isSo)
})

it.each(['\u200b', '\u00ad', '\u3164', ' \u2800 '])('"%s" is no name: nothing is seen of it', (name) => {
  expect(chosenName(100).safeParse(name).success).toBe(false)
  expect(chosenName(100).safeParse(`${name}Ana`).success).toBe(true)
})
