import { describe, expect, it } from 'vitest'
import { decided, overridesOf, productSettings, waitsOutOfOrder } from '@/lib/settings/model'

const waits = { dueSeconds: 60, lateSeconds: 90, overSeconds: 120 }

describe('what is set', () => {
  it('is in force nearest first: the store, the project, the product', () => {
    expect(decided()).toEqual(productSettings)
    expect(decided({ goalSeconds: null }, { goalSeconds: 90, waits })).toEqual({
      ...productSettings,
      goalSeconds: 90,
      waits,
    })
    expect(decided({ goalSeconds: 60, preparationSeconds: 0 }, { goalSeconds: 90 })).toMatchObject({
      goalSeconds: 60,
      preparationSeconds: 0,
    })
  })

  it('is null where nobody set it', () => {
    expect(overridesOf({ waits })).toEqual({
      waits,
      goalSeconds: null,
      preparationSeconds: null,
      acknowledgeWithinSeconds: null,
    })
  })
})

describe('three waits', () => {
  it('must each be longer than the one before, and every one that is not is named', () => {
    expect(waitsOutOfOrder(waits)).toEqual([])
    expect(waitsOutOfOrder({ ...waits, lateSeconds: 60 })).toEqual(['lateSeconds'])
    expect(waitsOutOfOrder({ ...waits, overSeconds: 90 })).toEqual(['overSeconds'])
    expect(waitsOutOfOrder({ dueSeconds: 3, lateSeconds: 2, overSeconds: 1 })).toEqual(['lateSeconds', 'overSeconds'])
    expect(waitsOutOfOrder({ dueSeconds: 300, lateSeconds: 100, overSeconds: 200 })).toHaveLength(2)
  })
})
