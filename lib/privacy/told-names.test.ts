import { expect, it } from 'vitest'
import { namesSaid, toldNames } from '@/lib/privacy/told-names'
import { wholeNames } from '@/lib/privacy/whole-names'

it.each([
  ['Ann McDonald', ['MCDONALD ANN', 'Ann Mcdonald waits', 'for ann mcdonald', 'label_annMcDonald', 'McDonald, Ann']],
  ['ANN MCDONALD', ['Ann McDonald waits']],
  ['José Quartermaine', ['JOSEQUARTERMAINE', 'quartermainejose', 'login_josequartermaine']],
  ['Gina DeLuca', ['GINA DELUCA', 'DeLuca Gina']],
  ['Ian MacLeod', ['MACLEOD, IAN']],
  ['Juergen Mueller', ['Jürgen Müller wartet', 'JURGEN MULLER x JUERGEN MUELLER', 'Jürgen Mueller']],
  ['Jürgen Mueller', ['Jürgen Müller', 'Juergen Mueller', 'JÜRGEN MUELLER']],
  ['Jürgen Müller', ['Jurgen Muller', 'Juergen Mueller', 'MÜLLER, JÜRGEN']],
  [
    'Maria del Carmen de la Santísima Trinidad y Todos Dolores Asunción Rosario López',
    ['Call Maria del Carmen de la Santisima Trinidad y Todos Dolores Asuncion Rosario Lopez'],
  ],
])('a name is known however tills, printers and apps write it: %s', (name, texts) => {
  const names = namesSaid([name])
  expect(texts.filter((text) => !names.areIn(text) || !names.areInKey(text))).toEqual([])
})

it('of two that have the same words each is known as it is written in one', () => {
  const names = namesSaid(['Anna Maria Smith', 'Maria Anna Smith'])
  for (const text of ['annamariasmith', 'mariaannasmith']) expect(names.areIn(text)).toBe(true)
})

it.each([
  ['Ann McDonald', ['Ann', 'McDonald', 'Anna McDonalds', 'Ann Donald']],
  ['Jürgen Müller', ['Jürgen Möller', 'Müller', 'Jurgens Muller']],
])('%s is not who has but a part of it, or another', (name, texts) => {
  const names = namesSaid([name])
  expect(texts.filter((text) => names.areIn(text))).toEqual([])
})

it('stands in a text where its words are side by side', () => {
  const names = namesSaid(['Ann McDonald-Lee', '田中太郎'])
  const texts = ['for MCDONALD-LEE, ANN', 'Ann McDonald Lee waits', 'bags: annmcdonaldlee', '田中太郎様']
  texts.push('Ann M. McDonald-Lee', 'MCDONALD LEE, MRS ANN')
  expect(texts.filter((text) => !names.standIn(text))).toEqual([])
  const twice = namesSaid(['Ana Luis Luis Vega'])
  expect(['Vega Luis Luis Ana', 'Ana Luis Luis Vega', 'Luis Ana Vega'].filter((text) => !twice.standIn(text))).toEqual(
    [],
  )
  expect(['Ana Luis, for Luis Vega'].filter((text) => twice.standIn(text))).toEqual([])
  const oneWord = namesSaid(['Mohamed Mohamed'])
  for (const text of ['for MOHAMED mohamed today', 'mohamed_mohamed', 'bags mohamedmohamed'])
    expect([text, oneWord.standIn(text), oneWord.areIn(text), oneWord.areInKey(text)]).toEqual([text, true, true, true])
  for (const text of ['Mohamed waits', 'Mohamed, for Mohamed'])
    expect([text, oneWord.standIn(text), oneWord.areIn(text), oneWord.areInKey(text)]).toEqual([
      text,
      false,
      false,
      false,
    ])
  const others = ['Ann waits with McDonald and Lee', 'Ann Lee', 'McDonald Ann, of Lee']
  expect(others.filter((text) => names.standIn(text))).toEqual([])
})

it('in a script that parts no names twelve characters say one, however long it is', () => {
  const names = namesSaid(['株式会社田中太郎商店本店御中', '漢'.repeat(500)])
  expect(['荷物は株式会社田中太郎商店本店へ', '漢'.repeat(12)].filter((text) => !names.areIn(text))).toEqual([])
  expect(['荷物は株式会社田中太郎へ', '漢'.repeat(11)].filter((text) => names.areIn(text))).toEqual([])
})

it('what stands for any customer, or for who brings it, is no name of anybody', () => {
  const nobody = [
    'Uber Eats',
    'Deliveroo Rider',
    'Order A17',
    'Table B',
    'Guest A',
    'ゲスト',
    'お客様',
    '비회원',
    '顾客',
  ]
  expect(wholeNames(nobody)).toEqual([])
  const somebody = ['Ann Smith', 'Table Ann', '田中太郎', '김철수', 'Li O']
  expect(wholeNames(somebody)).toEqual(somebody)
})

it('may be said, for all that is known, by whatever holds their words once very much of that was looked through', () => {
  const driven = Array.from({ length: 9 }, (_, n) => [`driver ${n}`, 'y '.repeat(n + 2)])
  const names = toldNames({ customerName: 'y y', hsFields: Object.fromEntries(driven) }, {})
  const texts = Array.from({ length: 500 }, (_, n) => `${'y x '.repeat(10)}äB ${n}`)
  const said = texts.map(names.areIn)
  expect(said[0]).toBe(false)
  expect(said.slice(100)).not.toContain(false)
  expect(names.areIn('six bags of flour')).toBe(false)
})
