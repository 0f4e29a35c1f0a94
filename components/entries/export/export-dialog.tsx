'use client'

import { Download, X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Outcome, Progress } from '@/components/entries/export/export-progress'
import { type ExportFormat, savePicker } from '@/components/entries/export/save-export'
import type { useExport } from '@/components/entries/export/use-export'
import { useWords } from '@/components/language/language-provider'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { EntryListFilter } from '@/lib/entries/queries'
import { exportAddress } from '@/lib/export/queries'

type ExportDialogProps = {
  filter: EntryListFilter
  count: number | undefined
  /** What is filtered, in words. */
  what: string[]
  exporting: ReturnType<typeof useExport>
  onClose: () => void
}

const never = () => () => {}

const formats = ['csv', 'ndjson'] as const

/** Exactly what is filtered, as a file: which kind, how far it is, and how it ended. */
export function ExportDialog({ filter, count, what, exporting, onClose }: ExportDialogProps) {
  const t = useWords('entryExport')
  const [format, setFormat] = useState<ExportFormat>('csv')
  const { state, save, cancel } = exporting
  const writesFiles = useSyncExternalStore(
    never,
    () => savePicker() !== undefined,
    () => false,
  )
  const name = `entries-${(filter.startTime ?? new Date().toISOString()).slice(0, 10)}.${format}`
  const address = exportAddress({ ...filter, format })
  const isRunning = state.kind === 'running'
  return (
    <Dialog title={count === undefined ? t('title') : t('titleCounted', { count })} isOpen onOpenChange={onClose}>
      <div className="flex flex-col gap-4">
        <ul className="flex flex-wrap gap-1.5 text-[15px]">
          {what.map((one) => (
            <li key={one} className="rounded-chip bg-well px-2.5 py-1 wrap-anywhere">
              <bdi>{one}</bdi>
            </li>
          ))}
        </ul>
        <FormatChoice value={format} onChange={setFormat} isDisabled={isRunning} />
        {isRunning && <Progress progress={state.progress} />}
        <Outcome state={state} />
        {isRunning ? (
          <Button onPress={cancel}>
            <X aria-hidden="true" className="size-4" />
            {t('cancel')}
          </Button>
        ) : writesFiles ? (
          <Button tone="kerb" onPress={() => void save({ address, format, suggestedName: name })}>
            <Download aria-hidden="true" className="size-4" />
            {t('save')}
          </Button>
        ) : (
          <ButtonLink tone="kerb" href={address} download={name}>
            <Download aria-hidden="true" className="size-4" />
            {t('download')}
          </ButtonLink>
        )}
        <p className="text-sm text-soft">{t(isRunning ? 'keepOpen' : writesFiles ? 'savesText' : 'downloadsText')}</p>
      </div>
    </Dialog>
  )
}

type FormatChoiceProps = { value: ExportFormat; onChange: (format: ExportFormat) => void; isDisabled: boolean }

function FormatChoice({ value, onChange, isDisabled }: FormatChoiceProps) {
  const t = useWords('entryExport')
  return (
    <RadioGroup
      value={value}
      onChange={(chosen) => onChange(chosen === 'csv' ? 'csv' : 'ndjson')}
      isDisabled={isDisabled}
    >
      <Label className="mb-1.5 block text-sm font-semibold">{t('format')}</Label>
      <div className="grid gap-2 sm:grid-cols-2">
        {formats.map((format) => (
          <Radio
            key={format}
            value={format}
            className="flex cursor-pointer flex-col rounded-control border border-edge px-3.5 py-2.5 hover:bg-well data-disabled:opacity-55 data-selected:border-ink data-selected:bg-well data-selected:outline-1 data-selected:outline-ink"
          >
            <span className="font-semibold uppercase">{format}</span>
            <span className="text-sm text-soft">{t(`${format}Hint`)}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
