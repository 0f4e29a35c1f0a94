'use client'

import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { shareOf } from '@/components/entries/export/save-export'
import { sizeText } from '@/components/entries/export/size-text'
import { type ExportState, useExport } from '@/components/entries/export/use-export'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import { rangeName } from '@/components/entries/times'
import { useInstall } from '@/components/entries/use-install'
import { useZoneName } from '@/components/entries/use-zone-name'
import { useLocale, useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { showToast } from '@/components/ui/toast'

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
  useTellEnd(state, isOpen)
  const zoneName = useZoneName(view)
  const install = useInstall(view)
  const what = [
    view.store?.name ?? e('allStores'),
    rangeName(address, now, view.timeZone, e),
    e(`${address.timeType}Short`),
    zoneName,
    address.source && e(sources[address.source]),
    address.os,
    install.data?.installRef ?? null,
  ].filter((one) => one !== null)
  const close = () => {
    // How it ended has been read.
    if (state.kind !== 'running') reset()
    setOpen(false)
  }
  const share = state.kind === 'running' ? shareOf(state.progress) : undefined
  return (
    <>
      <Button tone="kerb" onPress={() => setOpen(true)} isDisabled={count === 0}>
        <Download aria-hidden="true" className="size-4" />
        {state.kind === 'running'
          ? t('runningShare', { share: (share ?? 0).toLocaleString(locale, { style: 'percent' }) })
          : count === undefined
            ? t('button')
            : t('buttonCounted', { count })}
      </Button>
      {isOpen && <ExportDialog filter={view.filter} count={count} what={what} exporting={exporting} onClose={close} />}
    </>
  )
}

/** Whoever has closed the dialog is told the end all the same; opened again, the dialog says it in full. */
function useTellEnd(state: ExportState, isOpen: boolean): void {
  const t = useWords('entryExport')
  const locale = useLocale()
  const isRunning = useRef(false)
  useEffect(() => {
    isRunning.current = state.kind === 'running'
  }, [state.kind])
  // The page that was left has broken it off.
  const told = useRef({ title: t('title'), detail: t('cancelled') })
  useEffect(() => {
    const { current } = told
    return () => {
      if (isRunning.current) showToast({ tone: 'bad', ...current })
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it ends; that the dialog closes later is no end
  useEffect(() => {
    if (isOpen) return
    if (state.kind === 'done') {
      const { rows, bytes } = state.progress
      showToast({ tone: 'good', title: t('done', { rows, size: sizeText(bytes, locale), file: state.fileName }) })
    }
    if (state.kind === 'failed') showToast({ tone: 'bad', title: t('failed'), detail: t('noFile') })
  }, [state.kind])
}
