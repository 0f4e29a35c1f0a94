import { describe, expect, it } from 'vitest'
import { guarded, unguarded } from '@/lib/csv/formulas'

describe('a cell of a CSV file', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['-5 Main Street', "'-5 Main Street"],
    ['\t=1', "'\t'=1"],
    // Where `;` separates, or a tab, and quotes of ours within a cell are none.
    ["x;=cmd|'/C calc'!A0;y", "x;'=cmd|'/C calc'!A0;y"],
    ['Bay 3; @here;+49', "Bay 3; '@here;'+49"],
    ['x\t=1', "x\t'=1"],
    ['x;"=1"', 'x;"\'=1"'],
    ['x;" "" =1', 'x;" "" \'=1'],
    ['x\n-1\r\n+1\r@', "x\n'-1\r\n'+1\r'@"],
    [';;=;=', ";;'=;'="],
    // What looks guarded before it is.
    ["'=1+1", "''=1+1"],
    ["x;''=1", "x;'''=1"],
    // Of full width, as East Asia types them.
    ['＝1+1', "'＝1+1"],
    ['x;＋1;－1;＠a', "x;'＋1;'－1;'＠a"],
  ])('is no formula, nor is a part of it behind what others separate by: %j', (text, guard) => {
    expect(guarded(text)).toBe(guard)
    expect(unguarded(guard)).toBe(text)
  })

  it.each(['Bay 3', 'a=1; b=2', 'x,=1', 'Main Street 4-6; rear', 'o’clock; it’s', '', ';', 'a;b\tc\nd'])(
    'that holds none stays as it is: %j',
    (text) => {
      expect(guarded(text)).toBe(text)
      expect(unguarded(text)).toBe(text)
    },
  )

  it('that is absent stays absent', () => {
    expect(guarded(undefined)).toBeUndefined()
  })
})
