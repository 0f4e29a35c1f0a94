import { tookTooLong } from '@/lib/failed-statement'

const batch = 200

/** Of a list so many at a time. */
export function* batchesOf<Item>(items: Item[], most = batch): Generator<Item[]> {
  for (let at = 0; at < items.length; at += most) yield items.slice(at, at + most)
}

/** Does what is to be done with some, or, where that takes too long, with half of them at a time, down to one: each answer. */
export async function inParts<Item, Done>(some: Item[], work: (part: Item[]) => Promise<Done>): Promise<Done[]> {
  try {
    return [await work(some)]
  } catch (error) {
    if (!tookTooLong(error) || some.length < 2) throw error
    const middle = Math.ceil(some.length / 2)
    return [...(await inParts(some.slice(0, middle), work)), ...(await inParts(some.slice(middle), work))]
  }
}
