import { type Due, dropDetails, listTold, redactOrder } from '@/lib/redaction/data'
import { bySlices } from '@/lib/redaction/slices'
import { Known } from '@/lib/redaction/what-tells'

// Any slice of one has fewer: lines of 48 KB.
const letters = 16_000_000

/** Who is known in all of an order, by what was told first; null: its project has its own list of what goes. */
async function knownOf(order: Due): Promise<Known | null> {
  const known = new Known()
  let isByItsOwn = false
  await bySlices('0', async (until, lines) => {
    const told = (await listTold([{ ...order, until }], { lines, letters })).get(order.serviceId)
    isByItsOwn ||= !told
    if (told) await known.hear(told)
    return told?.until ?? null
  })
  return isByItsOwn ? null : known
}

/** Takes out of the order, and out of the next lines of its timeline, what tells of its customer though nobody has said so. */
async function dropNext(order: Due, known: Known, lines: number): Promise<string | null> {
  const told = (await listTold([order], { lines, letters })).get(order.serviceId)
  if (!told) return null
  const gone = await known.whatTells(told.declared, told.details ?? [])
  if (Object.keys(gone).length > 0) await dropDetails(order, told.until, gone)
  return told.until
}

/**
 * Redacts an order some lines at a time. What goes because of who is named elsewhere goes first, out of all of it: as soon as
 * something is emptied it is no longer known who was named there, also to whoever begins anew behind what has failed.
 */
export async function redactBySlices(order: Due, now: Date): Promise<void> {
  const known = await knownOf(order)
  if (known) await bySlices('0', (until, lines) => dropNext({ ...order, until }, known, lines))
  await bySlices(order.until ?? '0', (until, lines) => redactOrder({ ...order, until }, lines, now))
}
