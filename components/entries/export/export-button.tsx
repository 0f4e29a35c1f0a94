'use client'

import { Download } from 'lucide-react'
import { useState } from 'react'
import { shareOf } from '@/components/entries/export/save-export'
import { useExport } from '@/components/entries/export/use-export'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import { rangeName } from '@/components/entries/times'
import { useLocale, useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'

const ExportDialog = onDemand(() => import('@/components/entries/export/export-dialog').then((m) => m.ExportDialog))

const sources = { order: 'sourceOrder', sdk: 'sourceSdk', import: 'sourceImport' } as const

type ExportButtonProps = { filters: EntryFilters; count: number | undefined; now: Date }

/** Takes what is filtered along as a file. While it does, it says how far it is. */
export function ExportButton({ filters: { address, view }, count, now }: ExportButtonProps) {
  const [t, e] = [useWords('entryExport'), useWords('entries')]
  const [isOpen, setOpen] = useState(false)
  const locale = useLocale()
  const exporting = useExport()
  const { state, reset } = exporting
  const what = [
    view.store?.name ?? e('allStores'),
    rangeName(address, now, view.timeZone, e),
    e(`${address.timeType}Short`),
    address.zone,
    address.source && e(sources[address.source]),
    address.os,
    address.install,
  ].filter((one) => one !== null)
  const open = () => {
    if (state.kind !== 'running') reset()
    setOpen(true)
  }
  const share = state.kind === 'running' ? shareOf(state.progress) : undefined
  return (
    <>
      <Button tone="kerb" onPress={open} isDisabled={count === 0}>
        <Download aria-hidden="true" className="size-4" />
        {state.kind === 'running'
          ? t('runningShare', { share: (share ?? 0).toLocaleString(locale, { style: 'percent' }) })
          : count === undefined
            ? t('button')
            : t('buttonCounted', { count })}
      </Button>
      {isOpen && (
        <ExportDialog
          filter={view.filter}
          count={count}
          what={what}
          exporting={exporting}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
