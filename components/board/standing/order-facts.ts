import type { BoardOrder } from '@/lib/board/schema'
import { type ChosenFace, faceOf, groupIdOf, phonesOf } from '@/lib/board/ticket-face'
import { nameKey, plateKey } from '@/lib/lookalikes/keys'
import type { Likeness } from '@/lib/lookalikes/model'
import { fold, plainWords, type SearchField } from '@/lib/search/model'

/** What reading a board asks of an order again and again. */
export type OrderFacts = {
  group: string | null
  bay: string | null
  plate: string
  likeness: Likeness
  /** What a search looks at: read once somebody searches. */
  readonly fields: SearchField[]
}

// Of what an app sends, which may be two megabytes: more is no phone, plate, name or bay.
const longestSought = 200
const mostPhones = 5

const short = (text: string) => text.slice(0, longestSought)
const fieldOf = (text: string, kind: SearchField['kind']): SearchField => ({ folded: fold(short(text)), kind })

function readFacts(order: BoardOrder, ticketFace: ChosenFace): OrderFacts {
  // Whether or not the plate stands on the row, it can be mistaken and searched for.
  const { carPlate } = faceOf(order.hsFields)
  const { bay } = faceOf(order.hsFields, ticketFace)
  let fields: SearchField[] | undefined
  const readFields = () => [
    ...[order.customerName, bay ?? ''].map((text) => fieldOf(text, 'whole')),
    ...[order.orderId, carPlate ?? ''].map((text) => fieldOf(text, 'loose')),
    ...phonesOf(order.hsFields)
      .slice(0, mostPhones)
      .map((text) => fieldOf(text, 'loose')),
  ]
  return {
    group: groupIdOf(order.hsFields),
    bay,
    plate: carPlate ?? '',
    likeness: {
      id: order.serviceId,
      name: nameKey(plainWords(order.customerName)),
      plate: plateKey(short(carPlate ?? '')),
    },
    get fields() {
      fields ??= readFields()
      return fields
    },
  }
}

// An order that did not change is the very object it was, and is read once.
const guessed = {}
const knownOf = new WeakMap<object, WeakMap<BoardOrder, OrderFacts>>()

/** `ticketFace` matters to whoever reads the bay or the fields. */
export function factsOf(order: BoardOrder, ticketFace: ChosenFace = null): OrderFacts {
  const known = knownOf.get(ticketFace ?? guessed) ?? new WeakMap<BoardOrder, OrderFacts>()
  knownOf.set(ticketFace ?? guessed, known)
  const facts = known.get(order) ?? readFacts(order, ticketFace)
  known.set(order, facts)
  return facts
}
