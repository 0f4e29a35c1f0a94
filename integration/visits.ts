import { randomInt, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Shop } from '@/integration/shop'

// Of another file's tests, which may begin at the same moment, nobody is called alike.
const digits = String(randomInt(1_000_000, 10_000_000))
let turn = randomInt(100, 800)

/** Somebody whom no other test knows: by name, phone (two ways), plate, device and the app's own number. */
export function nextCustomer() {
  turn += 1
  const letters = Array.from(String(turn), (digit) => 'BCDFGHJKLM'[Number(digit)]).join('')
  const number = `${turn}${digits}`.slice(0, 10)
  return {
    name: `Priya ${letters}ova`,
    phone: `+44 ${number.slice(0, 4)} ${number.slice(4)}`,
    athome: `0${number}`,
    plate: `${letters.slice(0, 2)}${digits.slice(-2)} ${letters}`,
    install: `install-${letters}-${digits}`,
    user: `somebody-${letters}-${digits}`,
    number,
  }
}

export type Customer = ReturnType<typeof nextCustomer>

/** A visit of which something is kept everywhere: order, timeline, answers for retries, entries. */
export async function visit(shop: Shop, orderId: string, customer: Customer) {
  const told = {
    eventType: 'onTheWay',
    customerName: customer.name,
    hsFields: { 'Car Plate': customer.plate, 'Car Model': 'Corsa', phone: customer.athome },
    customEventMetaData: {
      driverMobile: customer.phone,
      basket: 'b-7',
      userId: customer.user,
      'Loyalty card no.': `card of ${customer.user}`,
      seenBy: customer.install,
      source: customer.user.toUpperCase(),
    },
  }
  const { body: order } = await shop.create(orderId, told, { headers: { 'idempotency-key': randomUUID() } })
  const note = `ring ${customer.phone}, please`
  await shop.update(
    orderId,
    { hsFields: { phone: null, Note: note } },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  await shop.update(orderId, { eventType: 'arrival', hsFields: { Bay: '4' } })
  const entry = { entryTime: new Date().toISOString(), destinationId: shop.destinationId, installRef: customer.install }
  const location = { latitude: 51.5, longitude: -0.1, horizontalAccuracy: 5 }
  const entries = [
    { ...entry, orderId, location },
    {
      ...entry,
      customEventMetaData: { plate: customer.plate, visit: '2', userId: customer.user, from: customer.install },
    },
  ]
  const sent = { method: 'POST', body: { projectId: shop.projectId, entries } }
  expect((await shop.call('/api/prod1/entry', sent)).body).toMatchObject({ accepted: 2 })
  return order
}
