import { CustomerDocument } from '@/lib/customers/schema'
import { slices } from '@/lib/slices'

type Kept = Record<string, unknown>

function* listed(name: string, rows: Kept[], textsOf: (row: Kept) => Iterable<string>): Generator<string> {
  yield `,"${name}":[`
  for (const [at, row] of rows.entries()) {
    if (at > 0) yield ','
    yield* textsOf(row)
  }
  yield ']'
}

const whole = (row: Kept) => [JSON.stringify(row)]

// A timeline may be as long as all the rest.
function* orderTexts({ timeline, ...order }: Kept): Generator<string> {
  if (!Array.isArray(timeline)) return yield* whole(order)
  yield JSON.stringify(order).slice(0, -1)
  yield* listed('timeline', timeline, whole)
  yield '}'
}

function* textsOf(document: CustomerDocument): Generator<string> {
  const { orders, entries, views, ...head } = CustomerDocument.encode({ ...document, orders: [], entries: [] })
  yield JSON.stringify(head).slice(0, -1)
  yield* listed('orders', document.orders, orderTexts)
  yield* listed('entries', document.entries, whole)
  yield* listed('views', views, whole)
  yield '}'
}

const pieceCharacters = 256 * 1024

/**
 * A document as the wire has it, in pieces of some hundreds of thousands of characters and a row: made as they are asked for,
 * giving way to others.
 */
export async function* documentPieces(document: CustomerDocument): AsyncGenerator<string> {
  const turn = slices()
  let piece = ''
  for (const text of textsOf(document)) {
    await turn()
    piece += text
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  yield piece
}
