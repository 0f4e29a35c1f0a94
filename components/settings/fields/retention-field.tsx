'use client'

import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Field } from '@/components/ui/field'
import { keptMonths, monthRange } from '@/lib/retention/model'

type FieldProps = { months: string; error: string | undefined; onChange: (months: string) => void }

/** How long entries are kept. Empty is as the product has it. */
export function RetentionField({ months, error, onChange }: FieldProps) {
  const t = useWords('retention')
  return (
    <SettingsCard title={t('title')} hint={t('titleHint')}>
      <Field
        label={t('entryMonths')}
        inputMode="numeric"
        value={months}
        placeholder={String(keptMonths)}
        onChange={onChange}
        hint={months.trim() === '' ? t('product', { months: keptMonths }) : t('fromRecording')}
        error={error && t('refused', { least: monthRange[0], most: monthRange[1] })}
        className="sm:max-w-xs"
        inputClassName="min-h-[48px]! text-end tabular-nums"
      />
    </SettingsCard>
  )
}
