import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { databaseIsAway, databaseIsBusy } from '@/lib/failed-statement'
import { Lending } from '@/lib/lending'
import type { LastAnswer } from '@/lib/out-of-patience'

let now: number
let answer: LastAnswer
let pool: EventEmitter
let lending: Lending

beforeEach(() => {
  now = 5_000
  answer = { at: Number.NEGATIVE_INFINITY }
  pool = new EventEmitter()
  lending = new Lending(pool as never, answer, () => now)
})

const lend = () => pool.emit('acquire', {})
const giveBack = (error?: Error) => pool.emit('release', error, {})
const isCrowd = () => databaseIsBusy(lending.refusal(2))

describe('who gets no connection in time', () => {
  it('is told that there is a crowd where all are in use and the database has just answered', () => {
    lend()
    lend()
    giveBack()
    lend()
    now += 499
    expect(isCrowd()).toBe(true)
    expect(databaseIsAway(lending.refusal(2))).toBe(true)
    now += 1
    expect(isCrowd()).toBe(false)
  })

  it('is not where one of them does not stand', () => {
    lend()
    giveBack()
    lend()
    expect(isCrowd()).toBe(false)
  })

  it('is not where what is given back has failed', () => {
    for (const _ of [1, 2, 3]) lend()
    giveBack(new Error('Query read timeout'))
    expect(isCrowd()).toBe(false)
  })

  it('is told so by an answer on another pool too', () => {
    lend()
    lend()
    const other = new EventEmitter()
    new Lending(other as never, answer, () => now)
    other.emit('acquire', {})
    other.emit('release', undefined, {})
    expect(isCrowd()).toBe(true)
  })

  it('is told that the database is away where nothing is known', () => {
    const error = lending.refusal(2)
    expect([databaseIsAway(error), databaseIsBusy(error)]).toEqual([true, false])
  })
})
