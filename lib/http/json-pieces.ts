import { invalidFields } from '@/lib/errors'
import { parseJsonText } from '@/lib/http/json-body'

/** An object whose lists are not read yet: a list's items are their places in `pieces`, each the text of one. */
export type Pieces = { envelope: unknown; pieces: string[] }

/** Of the text around the items: more is no batch. */
const mostEnvelope = 64 * 1024

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Where a text ends that begins at a quote: at the quote that closes it. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return at
  }
  return text.length
}

/**
 * Cuts a JSON object's lists into their items, which are then read one by one: to read the whole at once keeps a process
 * from everybody else for as long as it takes, which somebody can make a second. What is no JSON is found as ever, in the
 * object here or in an item by whoever reads it. Throws body_malformed; field_invalid for more than `most` items.
 */
export function piecesOf(text: string, most: number): Pieces {
  const pieces: string[] = []
  const around: string[] = []
  let depth = 0
  let kept = 0
  // Where the item began that is being passed; -1 outside of lists.
  let item = -1
  const cut = (to: number, isLast: boolean) => {
    const piece = text.slice(item, to)
    // Nothing between brackets is an empty list, anywhere else it is no JSON, which its reader finds.
    const isEmptyList = isLast && text[item - 1] === '[' && piece.trim() === ''
    if (!isEmptyList) {
      if (pieces.length === most) throw invalidFields([{ path: 'entries', message: `Send at most ${most} records` }])
      around.push(text.slice(kept, item), String(pieces.length))
      pieces.push(piece)
      kept = to
    }
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === openObject || code === openList) {
      depth++
      if (depth === 2 && code === openList) item = at + 1
    } else if (code === closeObject || code === closeList) {
      if (depth === 2 && item >= 0) {
        cut(at, true)
        item = -1
      }
      depth--
    } else if (code === comma && depth === 2 && item >= 0) {
      cut(at, false)
      item = at + 1
    }
  }
  around.push(text.slice(kept))
  const rest = around.join('')
  if (rest.length > mostEnvelope) {
    throw invalidFields([{ path: '', message: 'Expected a batch: projectId and entries' }])
  }
  return { envelope: parseJsonText(rest), pieces }
}

/** Whether a value holds more than so many others, however deep: told without reading them all. */
export function holdsMoreThan(value: unknown, most: number): boolean {
  let count = 0
  const rest = [value]
  for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
    if (typeof one !== 'object' || one === null) continue
    const inner = Object.values(one)
    count += inner.length
    if (count > most) return true
    rest.push(...inner)
  }
  return false
}
