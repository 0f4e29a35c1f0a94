import { describe, expect, it } from 'vitest'
import { carOf, cssColourOf, faceOf, groupIdOf, phonesOf } from '@/lib/board/ticket-face'

describe('what of an order stands on its row', () => {
  it('is the bay and the car; the rest waits one tap away, as it came and in its order', () => {
    const face = faceOf({
      'Mobile Number': '+1 555 0100',
      'Car Model': 'Tucson',
      'Car Color': 'Red',
      'Car Plate': 'NM 1234',
      'Parking Bay': '2',
      Gift: 'yes 🎁',
    })
    expect(face).toMatchObject({
      bay: '2',
      carColour: 'Red',
      carModel: 'Tucson',
      carPlate: 'NM 1234',
      parts: [{ part: 'plate' }, { part: 'car' }],
      rest: [
        ['Mobile Number', '+1 555 0100'],
        ['Gift', 'yes 🎁'],
      ],
    })
    expect(carOf(face)).toBe('Red Tucson')
  })

  it('knows the names in any case and spelling', () => {
    expect(faceOf({ BAY: ' 7 ', 'car colour': 'blue', car_model: 'Golf', plate: 'X' })).toMatchObject({
      bay: '7',
      carColour: 'blue',
      carModel: 'Golf',
      carPlate: 'X',
      rest: [],
    })
    expect(faceOf({ parkingBay: 'C-12' }).bay).toBe('C-12')
  })

  it('keeps what is told twice: one on the face, the other among the rest', () => {
    const face = faceOf({ Bay: '4', 'Parking Bay': '5' })
    expect(face.bay).toBe('5')
    expect(face.rest).toEqual([['Bay', '4']])
  })

  it('shows nothing for what was not sent or is blank', () => {
    const face = faceOf({ 'Parking Bay': '  ', 'Car Color': '' })
    expect(face).toMatchObject({ bay: null, carColour: null, carModel: null, carPlate: null, rest: [] })
    expect(carOf(face)).toBeNull()
  })

  it('takes keys that a program might trip over as the data they are', () => {
    const hsFields = JSON.parse('{"__proto__": "a", "constructor": "b"}')
    expect(faceOf(hsFields).rest).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
  })
})

describe('a face that a manager chose', () => {
  const hsFields = {
    Bay: '4',
    Spot: 'B7',
    'Car Color': 'Red',
    'Car Model': 'Tucson',
    'Car Plate': 'NM 1234',
    Gift: 'yes',
    Note: '',
  }

  it('shows those fields in that order, and the bay from the field that names it', () => {
    const face = faceOf(hsFields, { bayField: 'Spot', fields: ['Gift', 'car_plate', 'Note', 'Car Model'] })
    expect(face).toEqual({
      bay: 'B7',
      carColour: null,
      carModel: 'Tucson',
      carPlate: 'NM 1234',
      parts: [{ part: 'other', key: 'Gift', value: 'yes' }, { part: 'plate' }, { part: 'car' }],
      rest: [
        ['Bay', '4'],
        ['Car Color', 'Red'],
      ],
    })
  })

  it('finds the bay by itself where none was named, and shows no field twice', () => {
    const face = faceOf(hsFields, { bayField: null, fields: ['Bay', 'Car Color', 'Car Model', 'Gift', 'gift'] })
    expect(face.bay).toBe('4')
    expect(face.parts).toEqual([{ part: 'car' }, { part: 'other', key: 'Gift', value: 'yes' }])
  })

  it('says no bay where the field that names it was not sent', () => {
    expect(faceOf({ Bay: '4' }, { bayField: 'Spot', fields: [] })).toMatchObject({ bay: null, rest: [['Bay', '4']] })
  })
})

describe('what else is found in the details', () => {
  it('is every phone, whatever its field is called', () => {
    const hsFields = {
      'Mobile Number': ' +1 555 0100 ',
      phone_2: '٠١٢٣٤٥',
      Telefon: '0711 1',
      telex: '12345',
      Bay: '5',
    }
    expect(phonesOf(hsFields)).toEqual(['+1 555 0100', '٠١٢٣٤٥', '0711 1'])
  })

  it('is the group, and none when it is blank', () => {
    expect(groupIdOf({ orderGroupId: ' G-12 ' })).toBe('G-12')
    expect(groupIdOf({ Order_Group_ID: 'x' })).toBe('x')
    expect(groupIdOf({ orderGroupId: '  ' })).toBeNull()
    expect(groupIdOf({})).toBeNull()
  })
})

describe("a car's colour", () => {
  it('is known in several spellings and languages', () => {
    expect(cssColourOf('Grey')).toBe(cssColourOf('GRAY'))
    expect(cssColourOf('white')).toBe(cssColourOf(' Weiß '))
    expect(cssColourOf('rojo')).toBe(cssColourOf('Red'))
    expect(cssColourOf('Metallic Blue')).toBe(cssColourOf('blue (pearl effect) metallic, Blue'))
    expect(cssColourOf('#ABCDEF')).toBe('#abcdef')
  })

  it('is shaded when its name says so', () => {
    expect(cssColourOf('dark green')).toMatch(/black/)
    expect(cssColourOf('Dunkelblau')).toBe(cssColourOf('dark blue'))
    expect(cssColourOf('hellgrün')).toBe(cssColourOf('light green'))
  })

  it('is the last colour named: what stands before it only shades it', () => {
    expect(cssColourOf('silver blue')).toBe(cssColourOf('blue'))
  })

  it('stays neutral when nobody knows it', () => {
    for (const name of ['Mystic Dawn', '', '🦄', '#12', 'constructor', 'url(x)']) expect(cssColourOf(name)).toBeNull()
  })
})
