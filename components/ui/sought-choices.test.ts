import { expect, it } from 'vitest'
import { findChoices } from '@/components/ui/sought-choices'

const stores = Array.from({ length: 400 }, (_, at) => ({
  id: `s-${at}`,
  label: `Store ${1000 + at}`,
  sought: `s-${at}`,
}))

it('many choices are found by a part of their name or of what else they are known by, and it is said where not all are shown', () => {
  expect(findChoices(stores, '', null)).toEqual({ shown: stores.slice(0, 60), isWhole: false })
  expect(findChoices(stores, 'STORE', null)).toMatchObject({ isWhole: false })
  expect(findChoices(stores, ' re 1399 ', null)).toEqual({ shown: [stores[399]], isWhole: true })
  expect(findChoices(stores, 's-398', null).shown).toEqual([stores[398]])
  expect(findChoices(stores, 'nowhere', null)).toEqual({ shown: [], isWhole: true })
  // The chosen one stands first while nothing is sought.
  expect(findChoices(stores, '', 's-300').shown.at(0)).toEqual(stores[300])
  expect(findChoices(stores.slice(0, 60), 're 1059', null)).toEqual({ shown: stores.slice(0, 60), isWhole: true })
})
