'use client'

import { X } from 'lucide-react'
import { type EntryFilters, noMore } from '@/components/entries/filters/use-entry-filters'
import { dateAndTime } from '@/components/entries/times'
import { useInstall } from '@/components/entries/use-install'
import { useZoneName } from '@/components/entries/use-zone-name'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'

const sourceWords = { order: 'sourceOrder', sdk: 'sourceSdk', import: 'sourceImport' } as const

/** What narrows the rows beside store and time, each with a way out. */
export function FilterChips({ filters }: { filters: EntryFilters }) {
  const [t, e] = [useWords('entryFilters'), useWords('entries')]
  const { address, view, chooseMore, jumpTo } = filters
  const { zone, source, os, install } = address
  const zoneName = useZoneName(view)
  const installRef = useInstall(view).data?.installRef ?? '…'
  const chips = [
    zone !== null && { name: e('zone'), value: zoneName ?? zone, drop: { zone: null } },
    source !== null && { name: e('source'), value: e(sourceWords[source]), drop: { source: null } },
    os !== null && { name: t('os'), value: os, drop: { os: null } },
    install !== null && { name: e('install'), value: installRef, drop: { install: null } },
  ].filter((chip) => chip !== false)
  const jumped = view.before !== undefined && address.at
  if (chips.length === 0 && !jumped) return null
  return (
    <ul aria-label={t('active')} className="mb-4 flex flex-wrap items-center gap-2">
      {chips.map(({ name, value, drop }) => (
        <Chip key={name} name={name} value={value} label={t('drop', { name, value })} onDrop={() => chooseMore(drop)} />
      ))}
      {jumped && (
        <Chip
          name={t('from')}
          value={dateAndTime(jumped, view.timeZone, e)}
          label={t('toNewest')}
          onDrop={() => jumpTo(null)}
        />
      )}
      {chips.length > 1 && (
        <li>
          <Button tone="quiet" onPress={() => chooseMore(noMore)} className="min-h-9! px-2.5! text-sm!">
            {t('clear')}
          </Button>
        </li>
      )}
    </ul>
  )
}

function Chip({ name, value, label, onDrop }: { name: string; value: string; label: string; onDrop: () => void }) {
  return (
    <li className="flex min-w-0 items-center rounded-chip bg-way-tint ps-2.5 text-[15px]">
      <span className="min-w-0 py-1 wrap-anywhere">
        <span className="text-soft">{name}</span> <bdi className="font-semibold">{value}</bdi>
      </span>
      <Button tone="quiet" aria-label={label} onPress={onDrop} className="min-h-9! shrink-0 px-2!">
        <X aria-hidden="true" className="size-4" />
      </Button>
    </li>
  )
}
