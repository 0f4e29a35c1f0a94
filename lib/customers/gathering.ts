import type { Details } from '@/lib/customers/data'
import { deviceEntries, ownEntries, type Records } from '@/lib/customers/search'
import { readSlice, scanAnswersOf } from '@/lib/customers/statements/erasing-statement'
import type { Telling } from '@/lib/customers/telling/unsaid'
import { stopIfGone } from '@/lib/customers/while-there'
import { mostLines } from '@/lib/redaction/slices'
import { slices } from '@/lib/slices'

/** All details of what was found, some at a time: of long timelines what is behind their beginnings comes last. */
async function* allTexts(records: Records): AsyncGenerator<Details[]> {
  const { projectId, serviceIds } = records
  const long: { serviceId: string; until: string }[] = []
  for (const serviceId of serviceIds) {
    const { texts, at } = await readSlice(projectId, serviceId, { until: '0', lines: mostLines })
    yield texts
    if (at !== null) long.push({ serviceId, until: at })
  }
  if (serviceIds.length > 0)
    for await (const { found } of scanAnswersOf(projectId, serviceIds)) yield found.flatMap(({ texts }) => texts)
  for (const entries of [deviceEntries(records), ownEntries(records)])
    for await (const some of entries) yield some.flatMap(({ texts }) => texts)
  for (const { serviceId, until: from } of long) {
    for (let until: string | null = from; until !== null; ) {
      const slice = await readSlice(projectId, serviceId, { until, lines: mostLines })
      yield slice.texts
      until = slice.at
    }
  }
}

async function goThrough(records: Records, take: (details: Details) => void, mostMs: number): Promise<void> {
  const turn = slices()
  const startedAt = performance.now()
  for await (const some of allTexts(records)) {
    stopIfGone()
    for (const details of some) {
      await turn()
      take(details)
    }
    if (performance.now() - startedAt > mostMs) return
  }
}

/** Hears what tells of a customer in all that was found, for so long. */
export async function hear(records: Records, telling: Telling, mostMs: number): Promise<void> {
  const turn = slices()
  for (const { customerName } of records.orders) {
    await turn()
    telling.hearName(customerName)
  }
  for (const device of records.told) telling.hearId(device)
  await goThrough(records, (details) => telling.hear(details), mostMs)
}

/**
 * Hears what tells of a customer in all that was found, and notes in which details. For so long: what was not come to by then
 * is found by what it says itself.
 */
export async function gather(records: Records, telling: Telling, mostMs: number): Promise<void> {
  const startedAt = performance.now()
  await hear(records, telling, mostMs / 2)
  await goThrough(records, (details) => telling.note(details), mostMs - (performance.now() - startedAt))
}
