import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Lookalikes } from '@/components/board/standing/lookalikes'
import { nameKey, plateKey } from '@/lib/lookalikes/keys'
import { editsBetween, type Likeness, names, plates } from '@/lib/lookalikes/model'
import { plainWords } from '@/lib/search/model'

const likenessOf = (id: string, name: string, plate = ''): Likeness => ({
  id,
  name: nameKey(plainWords(name)),
  plate: plateKey(plate),
})
const alikeNames = (a: string, b: string) => names.isAlike(nameKey(plainWords(a)), nameKey(plainWords(b)))
const alikePlates = (a: string, b: string) => plates.isAlike(plateKey(a), plateKey(b))

describe('names that staff may mix up', () => {
  it('are the same but for case, accents and the order of their words', () => {
    for (const other of ['ANNA SMITH', 'Ánna  Smíth', 'Smith, Anna', 'Anna-Smith']) {
      expect(alikeNames('Anna Smith', other), other).toBe(true)
    }
  })

  it('are a letter or two apart, as their length allows', () => {
    expect(alikeNames('Vanessa Lees', 'Vanesa Leas')).toBe(true)
    expect(alikeNames('Smith', 'Smyth')).toBe(true)
    expect(alikeNames('Priya N.', 'Priya M.')).toBe(true)
    expect(alikeNames('Brian', 'Brain')).toBe(true)
    expect(alikeNames('Ann', 'Ana')).toBe(false)
    expect(alikeNames('Anna Smith', 'Emma Smith')).toBe(false)
    expect(alikeNames('Dan Webber', 'Vanessa Lee')).toBe(false)
  })

  it('may be short for one another', () => {
    expect(alikeNames('Smith', 'Anna Smith')).toBe(true)
    expect(alikeNames('J. Smith', 'John Smith')).toBe(true)
    expect(alikeNames('J. Smith', 'Anna Smith')).toBe(false)
    expect(alikeNames('Lee', 'Leela Patel')).toBe(false)
  })

  it('differ on purpose by their numbers', () => {
    expect(alikeNames('Table number 14', 'Table number 15')).toBe(false)
  })
})

describe('plates that staff may mix up', () => {
  it('are one letter apart, or look the same: O and 0, I and 1, B and 8', () => {
    expect(alikePlates('NM 1234', 'nm-1284')).toBe(true)
    expect(alikePlates('BOI 10', '8O1-I0')).toBe(true)
    expect(alikePlates('NM 1234', 'QZX 55K')).toBe(false)
    expect(alikePlates('AB 1', 'AB 2')).toBe(false)
  })
})

const aName = fc
  .array(
    fc.constantFrom(
      'anna',
      'ana',
      'hanna',
      'smith',
      'smyth',
      'j',
      'john',
      'schmidtberger',
      'schmitberger',
      'lee',
      '4',
      '5',
    ),
    {
      maxLength: 3,
    },
  )
  .map((words) => words.join(' '))
const aPlate = fc.string({ unit: fc.constantFrom('o', '0', 'i', '1', 'b', '8', 'x', '-'), maxLength: 7 })
const aList = fc
  .array(fc.tuple(aName, aPlate), { maxLength: 12 })
  .map((list) => list.map(([name, plate], place) => likenessOf(String(place), name, plate)))

describe('lookalikes among orders', () => {
  it('are what comparing everybody with everybody finds, each way alike, and never oneself', () => {
    fc.assert(
      fc.property(aList, aList, (before, now) => {
        const index = new Lookalikes()
        index.update(before)
        index.update(now)
        for (const one of now) {
          const found = [...index.of(one.id)].map(({ id }) => id)
          const isAlike = (other: Likeness) => {
            const [a, b, plate, otherPlate] = [one.name, other.name, one.plate, other.plate]
            return (a && b && names.isAlike(a, b)) || (plate && otherPlate && plates.isAlike(plate, otherPlate))
          }
          expect([...found].sort()).toEqual(
            now
              .filter((other) => other !== one && isAlike(other))
              .map(({ id }) => id)
              .sort(),
          )
          for (const id of found) expect([...index.of(id)].map((other) => other.id)).toContain(one.id)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('say what is alike, the same before the similar, each order once', () => {
    const index = new Lookalikes()
    const list = [likenessOf('1', 'Smith', 'NM 1234'), likenessOf('2', 'Smyth', 'NM 1234'), likenessOf('3', 'smith')]
    expect(index.update(list)).toBe(true)
    expect([...index.of('1')]).toEqual([
      { id: '3', by: 'name', isSame: true },
      { id: '2', by: 'name', isSame: false },
    ])
    expect(index.update(list)).toBe(false)
    expect(index.update(list.slice(0, 1))).toBe(true)
    expect([...index.of('1')]).toEqual([])
  })

  it('are a few of very many, whom others take the place of as they go', () => {
    const index = new Lookalikes()
    const letters = Array.from({ length: 300 }, (_, at) => String.fromCharCode(0x4e00 + at))
    const list = letters.map((letter, at) => likenessOf(String(at), `Quartermaine ${letter}`, `NMPRYX${letter}`))
    index.update(list)
    const countOf = ({ id }: Likeness) => [...index.of(id)].length
    for (const one of list) expect(countOf(one)).toBeGreaterThan(4)
    expect(Math.max(...list.map(countOf))).toBeLessThanOrEqual(40)
    // Whoever is left knows the rest, whomever they knew before.
    const left = [list[7], list[150], list[299]].filter((one) => one !== undefined)
    index.update(left)
    expect(left.map(countOf)).toEqual([2, 2, 2])
  })

  it('are those of what is longer than a name or a plate where it is the same, and leave no trace of each letter', () => {
    const long = (letter: string, length: number) => `${'a'.repeat(length)}${letter}${'c'.repeat(length)}`
    const list = (length: number) =>
      Array.from({ length: 60 }, (_, at) => {
        const text = long(String.fromCharCode(0x4e00 + (at % 30)), length)
        return likenessOf(String(at), text, text)
      })
    const index = new Lookalikes()
    index.update(list(500))
    expect([...index.of('3')]).toEqual([{ id: '33', by: 'name', isSame: true }])
    for (const kind of [names, plates]) {
      const { left, sought } = kind.tracesOf(long('b', 8_000))
      expect(left.length + sought.length).toBeLessThanOrEqual(2)
    }
  })

  it('are none for orders without a name or a plate', () => {
    const index = new Lookalikes()
    index.update([likenessOf('1', '', ''), likenessOf('2', ' ', '-')])
    expect([...index.of('1')]).toEqual([])
  })

  it('counts edits alike from either side, and a swap as one', () => {
    expect(editsBetween('brian', 'brain', 2)).toBe(1)
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(editsBetween(a, b, 2)).toBe(editsBetween(b, a, 2))
        expect(editsBetween(a, b, 2) === 0).toBe(a === b)
        // What is asked for changes nothing but where it ends.
        for (const limit of [0, 1, 2])
          expect(editsBetween(a, b, limit)).toBe(Math.min(editsBetween(a, b, 8), limit + 1))
      }),
    )
  })
})
