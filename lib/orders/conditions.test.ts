import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isUnguessable } from '@/lib/orders/conditions'

const request = {
  projectId: '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10',
  destinationId: 'store-0042',
  orderId: 'WEB-10871-2026',
  customerName: 'Anna Kowalska',
  hsFields: { 'Car Plate': 'AB12 CDE', Basket: '7A0E2F4B1C3D4E5F8091A2B3C4D5E6F7' },
  customEventMetaData: { sentAs: '5c1f0b7e-2a64-4d7c-9a35-0e1d2c3b4a59' },
  eventTime: new Date('2026-11-22T06:23:03.123Z'),
}

describe('an idempotency key', () => {
  it.each([
    '1',
    'WEB-10871-2026',
    'web108712026',
    'web',
    '10871',
    'create WEB-10871-2026',
    'store-0042/WEB-10871-2026/Anna Kowalska/AB12CDE',
    '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10',
    'create-9d3c1f526b0e4c5e9c572f6f4a3c8e10-10871',
    'create order of the app, attempt 1',
    'createOrderAttemptNumber1',
    '7a0e2f4b-1c3d-4e5f-8091-a2b3c4d5e6f7',
    'WEB-10871-2026-1795328583123',
    'create 2026-11-22T06:23:03.123Z',
    '00000000-0000-0000-0000-000000010871',
    '----------------------',
    // Digests of the orderId, and UUIDs of a name, of a time and a machine, and of none.
    '7d5c1b0e4a2f4c6e8d9b1a3f5e7c9d0b',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '5df41881-3aed-3515-88a7-2f4a814cf09e',
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    'c232ab00-9414-11ec-b3c8-9f6bdeced846',
    '2026-11-22T06:23:03.123Z-v2-try1-app3',
    'V1StGXR8_Z5jdHi6B-myT',
  ])('is thought of by who knows the request where it is %s', (key) => {
    expect(isUnguessable(key, request)).toBe(false)
  })

  it.each([
    '3f2b8c1e-55aa-4f0d-8e21-b7c9d0e1f2a3',
    '3F2B8C1E-55AA-4F0D-8E21-B7C9D0E1F2A3',
    '5c1f0b7e-2a64-4d7c-9a35-0e1d2c3b4a59',
    'WEB-10871-2026:3f2b8c1e-55aa-4f0d-8e21-b7c9d0e1f2a3',
    '01931f4e-7c3a-7d2b-9e41-5b8f6a2c0d17',
  ])('is nobody’s but its sender’s where it is %s', (key) => {
    expect(isUnguessable(key, request)).toBe(true)
  })

  it('is nobody’s but its sender’s where it is any random UUID', () => {
    const guessable = Array.from({ length: 20_000 }, () => randomUUID()).filter((key) => !isUnguessable(key, request))
    expect(guessable).toEqual([])
  })
})
