import { type Due, dropDetails, listTold, redactOrder, type Told } from '@/lib/redaction/data'
import { bySlices } from '@/lib/redaction/slices'
import { whatTells } from '@/lib/redaction/what-tells'

// Of one order, of each: it may have been told thousands.
const mostKnown = 1_000
// Any slice of one has fewer: lines of 48 KB.
const mostLetters = 16_000_000

type Known = Pick<Told, 'names' | 'said'>

/** Who is named in all of an order, what was told first at first; null: its project has its own list of what goes. */
async function knownOf(order: Due): Promise<Known | null> {
  const names = new Set<string>()
  const said = new Map<string, [string, string]>()
  let isByItsOwn = false
  await bySlices('0', async (until, events) => {
    const told = (await listTold([{ ...order, until }], { lines: events, letters: 0 })).get(order.serviceId)
    if (!told) {
      isByItsOwn = true
      return null
    }
    for (const name of told.names) if (names.size < mostKnown) names.add(name)
    for (const one of told.said) if (said.size < mostKnown) said.set(JSON.stringify(one), one)
    return told.until
  })
  return isByItsOwn ? null : { names: [...names], said: [...said.values()] }
}

/** Takes out of the order, and out of the next lines of its timeline, what tells of its customer though nobody has said so. */
async function dropNext(order: Due, known: Known, lines: number): Promise<string | null> {
  const told = (await listTold([order], { lines, letters: mostLetters })).get(order.serviceId)
  if (!told) return null
  const gone = await whatTells({ ...told, ...known })
  if (Object.keys(gone).length > 0) await dropDetails(order, told.until, gone)
  return told.until
}

/**
 * Redacts an order some lines at a time. What goes because of who is named elsewhere goes first, out of all of it: as soon as
 * something is emptied it is no longer known who was named there, also to whoever begins anew behind what has failed.
 */
export async function redactBySlices(order: Due, now: Date): Promise<void> {
  const known = await knownOf(order)
  if (known) await bySlices('0', (until, events) => dropNext({ ...order, until }, known, events))
  await bySlices(order.until ?? '0', (until, events) => redactOrder({ ...order, until }, events, now))
}
