import { expect, it } from 'vitest'
import { databaseIsAway } from '@/lib/failed-statement'

it('a transaction that could not even be taken back, since its connection was gone, failed because the database was away', () => {
  const cause = { kind: 'ConnectionClosed' }
  const error = Object.assign(new Error('ConnectionClosed', { cause }), { name: 'DriverAdapterError' })
  expect(databaseIsAway(error)).toBe(true)
  const refused = { kind: 'UniqueConstraintViolation', originalCode: '23505' }
  expect(databaseIsAway(new Error('UniqueConstraintViolation', { cause: refused }))).toBe(false)
})
