'use client'

import { TextArea } from 'react-aria-components/TextArea'
import { Label, Text, TextField } from 'react-aria-components/TextField'
import { useWords } from '@/components/language/language-provider'
import { baysOf } from '@/components/settings/draft'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Bay } from '@/components/ui/bay'

type BaysFieldProps = { value: string; onChange: (bays: string) => void; error: string | undefined }

/** The store's bays, one a line, and as they will be painted. */
export function BaysField({ value, onChange, error }: BaysFieldProps) {
  const t = useWords('settings')
  const bays = baysOf(value)
  return (
    <SettingsCard title={t('bays')} hint={t('baysHint')}>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
        <TextField value={value} onChange={onChange} isInvalid={error !== undefined} className="flex flex-col gap-1.5">
          <Label className="text-sm font-semibold">{t('oneBay')}</Label>
          <TextArea
            rows={6}
            className="w-full rounded-control border border-edge bg-card px-3.5 py-2.5 text-base text-ink data-invalid:border-over"
          />
          <Text slot="description" className={error ? 'text-sm font-medium text-over' : 'text-sm text-soft'}>
            {error ?? t('oneBayHint')}
          </Text>
        </TextField>
        <div>
          <p className="mb-2 text-sm font-semibold">{t('bayCount', { count: bays.length })}</p>
          <ul className="flex max-h-64 flex-wrap gap-2 overflow-auto" aria-label={t('asPainted')}>
            {bays.map((bay, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: while it is being typed a bay may stand there twice
              <li key={`${bay} ${at}`}>
                <Bay bay={bay} size="small" />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </SettingsCard>
  )
}
