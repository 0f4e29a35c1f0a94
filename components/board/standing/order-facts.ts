import type { BoardOrder } from '@/lib/board/schema'
import { faceOf, groupIdOf, phonesOf } from '@/lib/board/ticket-face'
import { type Likeness, nameKey, plateKey } from '@/lib/lookalikes/model'
import { fold, plainWords, type SearchField } from '@/lib/search/model'

/** What reading a board asks of an order again and again. */
export type OrderFacts = {
  group: string | null
  bay: string | null
  plate: string
  likeness: Likeness
  fields: SearchField[]
}

function readFacts(order: BoardOrder): OrderFacts {
  const { bay, carPlate } = faceOf(order.hsFields)
  const loose = [order.orderId, carPlate ?? '', ...phonesOf(order.hsFields)]
  return {
    group: groupIdOf(order.hsFields),
    bay,
    plate: carPlate ?? '',
    likeness: {
      id: order.serviceId,
      name: nameKey(plainWords(order.customerName)),
      plate: plateKey(carPlate ?? ''),
    },
    fields: [
      ...[order.customerName, bay ?? ''].map((text): SearchField => ({ folded: fold(text), kind: 'whole' })),
      ...loose.map((text): SearchField => ({ folded: fold(text), kind: 'loose' })),
    ],
  }
}

// An order that did not change is the very object it was, and is read once.
const known = new WeakMap<BoardOrder, OrderFacts>()

export function factsOf(order: BoardOrder): OrderFacts {
  const facts = known.get(order) ?? readFacts(order)
  known.set(order, facts)
  return facts
}
