import { useWords } from '@/components/language/language-provider'
import { Chip } from '@/components/ui/chip'
import type { EntrySource } from '@/lib/entries/model'

const sources = {
  order: { label: 'sourceOrder', tone: 'due' },
  sdk: { label: 'sourceSdk', tone: 'way' },
  import: { label: 'sourceImport', tone: 'plain' },
} as const satisfies Record<EntrySource, object>

/** Where an entry comes from: an order's arrival, a phone's geofence, or a file. */
export function SourceChip({ source }: { source: EntrySource }) {
  const t = useWords('entries')
  const { label, tone } = sources[source]
  return (
    <Chip tone={tone} className="min-h-6! shrink-0 px-2! text-[13px]! font-semibold">
      {t(label)}
    </Chip>
  )
}
