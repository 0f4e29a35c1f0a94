import type { TimeType } from '@/lib/entries/model'
import type { Entry, EntryPage } from '@/lib/entries/schema'
import { dayReader } from '@/lib/time/model'

/** What the list shows one below the other: entries, and a day wherever the day changes. */
export type ListItem = { kind: 'day'; key: string; day: string } | { kind: 'entry'; key: string; entry: Entry }

export function listItems(pages: EntryPage[], timeType: TimeType, timeZone: string): ListItem[] {
  const dayOf = dayReader(timeZone)
  const items: ListItem[] = []
  let last = ''
  for (const { entries } of pages) {
    for (const entry of entries) {
      const day = dayOf(entry[timeType])
      if (day !== last) items.push({ kind: 'day', key: `day ${day}`, day })
      last = day
      items.push({ kind: 'entry', key: entry.entryId, entry })
    }
  }
  return items
}
