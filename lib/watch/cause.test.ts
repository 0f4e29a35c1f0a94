import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { NoScope } from '@/lib/wall'
import { causeOf } from '@/lib/watch/cause'

const customer = 'Priya Natarajan'

function databaseError(code: string, message: string): Error {
  const error = new pg.DatabaseError(message, message.length, 'error')
  return Object.assign(error, { code, table: 'orders', detail: `Failing row contains (${customer}).` })
}

describe('what the log learns of an error', () => {
  it('is where it happened', () => {
    const { name, message, frames } = causeOf(new TypeError('x is not a function'))
    expect({ name, message }).toEqual({ name: 'TypeError', message: 'x is not a function' })
    expect(frames?.[0]).toMatch(/cause\.test\.ts/)
  })

  it('is which scope was forgotten', () => {
    expect(causeOf(new NoScope()).message).toMatch(/^no scope: /)
  })

  it('is what the database says of itself and of the statement', () => {
    const cause = causeOf(databaseError('42703', 'column "foo" does not exist'))
    expect(cause).toMatchObject({ code: '42703', message: 'column "foo" does not exist', table: 'orders' })
  })

  it.each([
    ['quotes a value', databaseError('22P02', `invalid input syntax for type uuid: "${customer}"`)],
    ['was raised with one', databaseError('P0001', `no such car: ${customer}`)],
    ['holds one in many lines, as a stack has them', new Error(`invalid:\n    at ${customer} (here)\n${customer}`)],
    ['is the engine’s and quotes it', new RangeError(`Invalid time zone specified: ${customer}`)],
    ['has it in its cause', new Error('outer', { cause: new Error(customer) })],
    ['is thrown as text', customer],
    ['was changed since', Object.assign(new Error(customer), { message: 'harmless' })],
  ])('is nothing that was sent when it %s', (_, error) => {
    expect(JSON.stringify(causeOf(error))).not.toContain('Priya')
  })
})
