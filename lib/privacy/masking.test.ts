import { describe, expect, it, vi } from 'vitest'
import { foundKind, kindOf } from '@/lib/privacy/fields'
import { maskedDetail, maskOrder } from '@/lib/privacy/masking'
import { masked } from '@/lib/privacy/masking-by-kind'

describe('on a shared board', () => {
  it.each([
    ['name', 'Anna Kowalska', 'A. K.'],
    ['name', 'María José García-Márquez', 'M. J. G.'],
    ['name', 'Kowalska, Anna', 'A. K.'],
    ['name', '山田太郎', '山•••'],
    ['name', '★', '•••'],
    ['name', 'anna.k@example.test', '•••'],
    ['name', '+44 20 7946 0123', '•••'],
    ['name', 'Bay 3: Tom Kim', 'B. T. K.'],
    ['name', 'AB12 CDE', 'A. C.'],
    ['phone', '+44 20 7946 0123', '•••123'],
    ['phone', '0123', '•••23'],
    ['plate', 'AB12 CDE', '•••CDE'],
    ['plate', 'A1', '•••1'],
    ['plate', 'A', '•••'],
    ['other', '1 Long Street', '•••'],
    ['none', 'Bay 4', 'Bay 4'],
    ['plate', '', ''],
  ] as const)('a %s such as "%s" is "%s"', (kind, value, shown) => {
    expect(masked(value, kind)).toBe(shown)
  })

  it.each([
    ['Anna Kowalska', 'Anna K.'],
    ['María José García-Márquez', 'María G.'],
    ['  Anna  ', 'Anna'],
    ['Anna.Kowalska', 'Anna K.'],
    ['Anna_Kowalska', 'Anna K.'],
    ['Kowalska, Anna', 'Anna K.'],
    ['Kowalska，Anna', 'Anna K.'],
    ['Kowalska، Anna', 'Anna K.'],
    ['Kowalska､ Anna', 'Anna K.'],
    ['Anna\u3164Kowalska', 'Anna K.'],
    ['Anna\u034f\u200bKowalska', 'Anna K.'],
    ['Anna O’Brien', 'Anna O.'],
    ['山田太郎', '山•••'],
    ['★', '•••'],
    ['Anna Ng +1', 'A. N.'],
    ['', ''],
  ])('of a customer called "%s" the first name is shown: "%s"', (customerName, shown) => {
    expect(maskOrder({ customerName, hsFields: {} }, {}).customerName).toBe(shown)
  })

  it('of a customer whose project has declared their name no word is shown', () => {
    expect(maskOrder({ customerName: 'Kowalska Anna', hsFields: {} }, { customerName: 'other' }).customerName).toBe(
      '•••',
    )
    expect(maskOrder({ customerName: 'Kowalska Anna', hsFields: {} }, { customerName: 'name' }).customerName).toBe(
      'K. A.',
    )
  })

  it('an order keeps what is nobody’s, and loses the rest of its customer', () => {
    const order = {
      orderId: '10871',
      customerName: 'Anna Kowalska',
      hsFields: { 'Car Plate': 'AB12 CDE', tel: '02079460123', 'Car Model': 'Corsa', Note: 'gate code 4711' },
    }
    expect(maskOrder(order, { Note: 'other' })).toEqual({
      ...order,
      customerName: 'Anna K.',
      hsFields: { 'Car Plate': '•••CDE', tel: '•••123', 'Car Model': 'Corsa', Note: '•••' },
    })
  })
})

it('of details that tell names there are initials, whatever they are called', () => {
  const names = {
    ...{ 'First name': 'Anna', 'Last name': 'Kowalska', Surname: 'de la Cruz', NACHNAME: 'Müller-Özdemir' },
    ...{ 'Apellidos (2)': 'García Márquez', 'Nom de famille': '', familyName: '山田', 'Second name': '★' },
    ...{
      Prénom: 'Anna',
      Nom: 'Kowalska',
      'Nom de jeune fille': 'Nowak',
      Geburtsname: 'Lis',
      name_last: 'Lis',
      lname: 'Lis',
    },
    ...{ Name: 'Kowalska, Anna', Driver: 'Ben Smith', 'Picked up by': 'AnnaKowalska', Contact: 'Smith-Jones' },
    ...{ Sobrenome: 'Kowalska', Фамилия: 'Kowalska', Voornaam: 'Anna', 'Imię i nazwisko': 'Anna Kowalska' },
  }
  expect(maskOrder({ customerName: '', hsFields: names }, {}).hsFields).toEqual({
    ...{ 'First name': 'A.', 'Last name': 'K.', Surname: 'D. L. C.', NACHNAME: 'M.' },
    ...{ 'Apellidos (2)': 'G. M.', 'Nom de famille': '', familyName: '山•••', 'Second name': '•••' },
    ...{ Prénom: 'A.', Nom: 'K.', 'Nom de jeune fille': 'N.', Geburtsname: 'L.', name_last: 'L.', lname: 'L.' },
    ...{ Name: 'A. K.', Driver: 'B. S.', 'Picked up by': 'A.', Contact: 'S.' },
    ...{ Sobrenome: 'K.', Фамилия: 'K.', Voornaam: 'A.', 'Imię i nazwisko': 'A. K.' },
  })
  // Somebody's own word for it, which the project has declared.
  expect(maskedDetail('Gast', 'Kowalska', { Gast: 'name' })).toBe('K.')
  expect(maskOrder({ customerName: '', hsFields: { 'Soya drink': 'Anna' } }, {}).hsFields).toEqual({
    'Soya drink': 'Anna',
  })
})

it.each([
  ['Kowalska Anna', { 'Last name': 'Kowalska' }, 'K. A.'],
  ['Kowalska', { Nachname: 'Kowalska' }, 'K.'],
  ['Müller Jürgen', { surname: 'MUELLER' }, 'M. J.'],
  ['Kowalska Anna', { 'Last name': `${' '.repeat(205)}Kowalska` }, 'K. A.'],
  ['van Dijk Anna', { Achternaam: 'van Dijk' }, 'V. D. A.'],
  ["O'Brien Sean", { 'Last name': 'OBRIEN' }, 'O. S.'],
  ['Vanderberg Anna', { 'Surname or family name': 'van der Berg' }, 'V. A.'],
  ['Anna Kowalska', { 'Last name': 'Kowalska', Driver: 'Anna Kowalska' }, 'Anna K.'],
  ['Anna Kowalska', { 'Name and surname': 'Anna Kowalska' }, 'Anna K.'],
])(
  'of "%s" the first word is not shown where a detail says that it is the family’s: %j',
  (customerName, hsFields, shown) => {
    expect(maskOrder({ customerName, hsFields }, {}).customerName).toBe(shown)
  },
)

it('of details that were cut short, what is as long as they were cut to is hidden, whatever it seems to be', () => {
  const long = 'deliveries.to.the.side.door@shop-in-the-.example.com'
  const at = (length: number) => `${'🚗'.repeat(length - 20)}${long.slice(0, 20)}`
  const hsFields = {
    Ref: long.slice(0, 40),
    'Car Model': at(40),
    phone: at(40),
    Bay: at(40),
    Ref2: '🚗'.repeat(39),
    Items: '24',
  }
  expect(maskOrder({ customerName: '', hsFields }, { Bay: 'none' }, { details: 8, characters: 40 }).hsFields).toEqual({
    Ref: '•••',
    'Car Model': '•••',
    phone: '•••',
    Bay: at(40),
    Ref2: '🚗'.repeat(39),
    Items: '24',
  })
  expect(maskOrder({ customerName: '', hsFields }, {}).hsFields).toMatchObject({ 'Car Model': at(40), Bay: at(40) })
})

it('of an order of which not all was read what may be a name is hidden: what is missing may tell it', () => {
  const shownOf = (value: string, declared = {}) =>
    maskOrder({ customerName: '', hsFields: { Hint: value, Bay: '4' } }, declared, { details: 2, characters: 40 })
      .hsFields
  expect(shownOf('Ann Smith waits')).toEqual({ Hint: '•••', Bay: '4' })
  expect(shownOf('Ann Smith waits', { Hint: 'none' })).toEqual({ Hint: 'Ann Smith waits', Bay: '4' })
  for (const name of ['A. Kowalska', 'AnnSmith', '山田太郎', 'Li O', 'राम शर्मा'])
    expect(shownOf(name)).toEqual({ Hint: '•••', Bay: '4' })
  for (const other of ['Level 4', 'C-12', 'Red']) expect(shownOf(other)).toEqual({ Hint: other, Bay: '4' })
  const car = { 'Car Model': 'Opel Corsa', Bay: '4' }
  expect(maskOrder({ customerName: '', hsFields: car }, {}, { details: 2, characters: 40 }).hsFields).toEqual(car)
})

it('of an order of which not all was read names are initials, for what is missing may say whose they are', () => {
  const cut = { details: 3, characters: 40 }
  const shownOf = (hsFields: Record<string, string>) => {
    const order = maskOrder({ customerName: 'Kowalska Anna', hsFields }, {}, cut)
    return [order.customerName, order.hsFields.Driver]
  }
  expect(shownOf({ Driver: 'Ben Smith', Bay: '4' })).toEqual(['Kowalska A.', 'B. S.'])
  expect(shownOf({ Driver: 'Ben Smith', Bay: '4', Size: 'x' })).toEqual(['K. A.', 'B. S.'])
  expect(shownOf({ Driver: 'Ben Smith', Bay: 'x'.repeat(40) })).toEqual(['K. A.', 'B. S.'])
})

describe('a detail whose name an app has made of what somebody typed', () => {
  const shownOf = (hsFields: Record<string, string>, customerName = '', declared = {}) =>
    Object.entries(maskOrder({ customerName, hsFields }, declared).hsFields)

  it.each([
    ['Call Ann Smith 0171 1234567', '•••567'],
    ['tel٠١٧١١٢٣٤٥٦٧', '•••٥٦٧'],
    ['ann@shop.example', '•••'],
    ['AB12 CDE', '•••CDE'],
    ['grey Corsa AB12 CDE', '•••CDE'],
  ])('has that name hidden as a value is: "%s" is "%s"', (key, shown) => {
    expect(shownOf({ [key]: 'x' }).map(([name]) => name)).toEqual([shown])
    expect(shownOf({ [key]: 'x' }, '', { [key]: 'none' })).toEqual([[key, 'x']])
  })

  it('and where it says by which name the customer is known, or who comes for them; so is a value that does', () => {
    for (const key of ['For Ann Smith', 'SMITH, ann', 'call_annSmith', 'Ann and Mrs Smith'])
      expect([key, shownOf({ [key]: 'x' }, 'Ann Smith')]).toEqual([key, [['•••', 'x']]])
    expect(shownOf({ Collector: 'Bob Jones', 'ask Bob Jones': 'x' }, 'Ann Smith').map(([key]) => key)).toEqual([
      'Collector',
      '•••',
    ])
    expect(shownOf({ 山田太郎様: 'x', 山: 'x' }, '山田太郎').map(([key]) => key)).toEqual(['•••', '山'])
    expect(shownOf({ Ref: 'for Ann Smith', 'Car Model': 'Smith' }, 'Ann Smith')).toEqual([
      ['Ref', '•••'],
      ['Car Model', 'Smith'],
    ])
    for (const key of ['Annual smithy', 'Ann', 'Blacksmith', 'Bay'])
      expect([key, shownOf({ [key]: 'x' }, 'Ann Smith')]).toEqual([key, [[key, 'x']]])
    // As it is shown for the name itself.
    expect(shownOf({ Ann: 'x' }, 'Ann')).toEqual([['Ann', 'x']])
  })

  it('is no other one for it: none is lost, nor taken for one that is called so', () => {
    const told = { 'ring 0171 1234567': 'a', 'ring 0172 1234567': 'b', '•••567': 'c', '•••567 (2)': 'd', Bay: '4' }
    expect(shownOf(told)).toEqual([
      ['•••567 (3)', 'a'],
      ['•••567 (4)', 'b'],
      ['•••567', 'c'],
      ['•••567 (2)', 'd'],
      ['Bay', '4'],
    ])
  })

  it('is as it was where it only says what it is', () => {
    const told = { 'Parking Bay': '4', Slot: '10:00', '2026-11-22 10:00': 'x', 'Line 2': 'y', 'Car Color': 'Red' }
    expect(Object.fromEntries(shownOf(told, 'Ann Smith'))).toEqual(told)
  })
})

describe('a detail that nobody has declared, and whose name says nothing,', () => {
  it.each([
    ['Ref', '+44 20 7946 0123', '•••123'],
    ['Ref', 'ring 0151 2345678 first', '•••rst'],
    ['Ref', '٠٢٠ ٧٩٤٦ ٠١٢٣', '•••١٢٣'],
    ['Ref', 'ring ०२० ७९४६ ०१२३', '•••१२३'],
    ['Ref', '๐๒๐ ๗๙๔๖ ๐๑๒๓', '•••๑๒๓'],
    ['Ref', 'ring ০২০৭৯৪৬০১২৩', '•••১২৩'],
    ['Ref', '020\u200b7946\u200b0123', '•••123'],
    ['Ref', '020_7946·0123', '•••123'],
    ['Ref', 'AB۱۲ CDE', '•••CDE'],
    ['Ref', 'AB12 CDE', '•••CDE'],
    ['Ref', 'the white one, ab-123-cd', '•••3cd'],
    ['Ref', '1234 BCD', '•••BCD'],
    ['Ref', 'M-AB 1234', '•••234'],
    ['Ref', 'NM 1234', '•••234'],
    ['data1', 'ann@example.com', '•••'],
    ['data1', 'write to <Ann.O’Hara+shop@mail.example.co.uk>, not 0151 2345678', '•••'],
    ['data1', 'ann＠bücher．example', '•••'],
    ['Parking Bay', 'Bay 12', 'Bay 12'],
    ['Parking Bay', 'C-12', 'C-12'],
    ['Parking Bay', 'Level 2', 'Level 2'],
    ['Car Model', 'BMW 320', 'BMW 320'],
    ['Car Color', 'Red', 'Red'],
    ['Items', '24', '24'],
    ['Slot', '2026-11-21 10:00 - 10:30', '2026-11-21 10:00 - 10:30'],
    ['Slot', '21.11.2026 10:30', '21.11.2026 10:30'],
    ['Slot', '2026_11_21, 10:30-11:00', '2026_11_21, 10:30-11:00'],
    ['Slot', '22.11.26 - 24.11.26', '22.11.26 - 24.11.26'],
    ['Ref', '22.11.26 18.30 - 19.00', '22.11.26 18.30 - 19.00'],
    ['Pickup date', '20261122', '20261122'],
    ['Slot', '202611221830 - 202611221900', '202611221830 - 202611221900'],
    ['Ref', '20261122', '•••122'],
    ['Slot', '0171 1234567', '•••567'],
    ['Ref', '0171  -  1234567', '•••567'],
    ['Ref', '06.12.26.18.30', '•••830'],
    ['Items', '1,2,3,4,5,6,7', '1,2,3,4,5,6,7'],
    ['Total', '1200.50 EUR', '1200.50 EUR'],
    ['Total', '3 @ 4.50 EUR, 2@1.25', '3 @ 4.50 EUR, 2@1.25'],
    ['Pump', 'see @shop or 4@home', 'see @shop or 4@home'],
  ])('is masked where it looks like a phone, a plate or an e-mail address: %s "%s" is "%s"', (key, value, shown) => {
    expect(maskedDetail(key, value, {})).toBe(shown)
    expect(maskedDetail(key, value, { [key]: 'none' })).toBe(value)
  })
})

describe('a detail', () => {
  it.each([
    [
      'plate',
      'vehicle, car, carInfo, Auto, Fahrzeug, KFZ, immat, patente, VRN, Coche, voiture, Vehicle details, Car 2, Reg 1',
    ],
    ['phone', 'Mobil, Mobilnummer, GSM, sms, Celular, Rückruf, Tel. 2'],
    [
      'name',
      'collector, pickup_person, person_collecting, alternatePickup, Abholperson, Persona que recoge, Customer 2, nom1',
    ],
    [
      'other',
      'note, Note 2, Comment 12, comments, Kommentar, Bemerkung, Observaciones, remarque, Delivery instructions',
    ],
    [
      'none',
      'Car Color, Car Model, carMake, Vehicle Type, Fahrzeugfarbe, Automarke, color del coche, card, footnote, footnote 2, Bay 2',
    ],
  ])('is a %s by any of these names: %s', (kind, keys) => {
    expect(keys.split(', ').filter((key) => foundKind(key) !== kind)).toEqual([])
  })

  it('is what the project has declared, however its name is written, else what its name says', () => {
    const declared = { carPlate: 'none', 'Ref no.': 'phone' } as const
    expect(kindOf('Car Plate', declared)).toBe('none')
    expect(kindOf('ref-NO', declared)).toBe('phone')
    expect(kindOf('Kennzeichen', declared)).toBe('plate')
    expect(kindOf('Handynummer', declared)).toBe('phone')
    expect(kindOf('E-Mail', declared)).toBe('other')
    expect(kindOf('Apellidos', declared)).toBe('name')
    expect(kindOf('Bay', declared)).toBe('none')
  })

  it('is looked up among what is declared, which is read once and not for each detail', () => {
    const declared: Record<string, 'other'> = {}
    for (let n = 0; n < 100; n++) declared[`Fëld no. ${n}`] = 'other'
    const read = vi.spyOn(String.prototype, 'normalize')
    for (let n = 0; n < 1000; n++) expect(kindOf(`fëld-no-${n % 100}`, declared)).toBe('other')
    expect(read.mock.calls.length).toBe(200)
    read.mockRestore()
    expect(kindOf('A-b', { 'a B': 'phone', AB: 'plate' })).toBe('plate')
  })

  it('of a customer’s name of more words than names have shows none', () => {
    const shown = (customerName: string) => maskOrder({ customerName, hsFields: {} }, {}).customerName
    expect(shown(`Anna ${'Maria '.repeat(8)}Kowalska`)).toBe('Anna K.')
    expect(shown(`Anna ${'Maria '.repeat(9)}Kowalska`)).toBe('A. M. M.')
  })

  it('called customerName is personal, whatever is declared', () => {
    expect(kindOf('customerName', { customerName: 'none' })).toBe('name')
    expect(kindOf('customerName', { customerName: 'other' })).toBe('other')
  })

  it.each([
    ['José Hernández', 'for JOSE HERNANDEZ'],
    ['Jürgen Müller', 'Mueller Juergen'],
    ['Anna Łukasik', 'anna.lukasik'],
  ])('the name of %s is hidden also where a detail writes "%s"', (customerName, written) => {
    const hsFields = { Slip: written, Gate: 'code 4711' }
    const shown = maskOrder({ orderId: '10871', customerName, hsFields }, {})
    expect(shown.hsFields).toEqual({ Slip: '•••', Gate: 'code 4711' })
  })
})
