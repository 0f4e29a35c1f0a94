import { describe, expect, it } from 'vitest'
import { actionOf } from '@/components/board/keys/shortcuts'

const pressed = (key: string, held: object = {}) =>
  actionOf({ key, ctrlKey: false, altKey: false, metaKey: false, ...held })

describe('a key on the board', () => {
  it('means the same in either case, for caps lock is easily on', () => {
    expect(['j', 'J', 'k', 'a', 'C', 'u', 'Z'].map((key) => pressed(key))).toEqual([
      ...['next', 'next', 'previous', 'acknowledge', 'complete', 'undo', 'undo'],
    ])
    expect(['Enter', '/', '?'].map((key) => pressed(key))).toEqual(['details', 'search', 'help'])
  })

  it('is the browser’s with Ctrl, Alt or Meta: nobody who copies hands an order over', () => {
    for (const held of ['ctrlKey', 'altKey', 'metaKey']) expect(pressed('c', { [held]: true })).toBeUndefined()
  })

  it('means nothing where it stands for nothing', () => {
    expect(['x', 'Escape', 'Tab', ' '].map((key) => pressed(key))).toEqual([undefined, undefined, undefined, undefined])
  })
})
