'use client'

import { TextArea } from 'react-aria-components/TextArea'
import { Label, Text, TextField } from 'react-aria-components/TextField'
import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'

type RedactionFieldProps = { value: string; onChange: (fields: string) => void; error: string | undefined }

/** Which details of an order go a day after it was closed, one a line; with none named, as Baycall finds them. */
export function RedactionField({ value, onChange, error }: RedactionFieldProps) {
  const t = useWords('redaction')
  return (
    <SettingsCard title={t('title')} hint={t('text')}>
      <TextField
        value={value}
        onChange={onChange}
        isInvalid={error !== undefined}
        className="flex max-w-md flex-col gap-1.5"
      >
        <Label className="text-sm font-semibold">{t('fields')}</Label>
        <TextArea
          rows={4}
          className="w-full rounded-control border border-edge bg-card px-3.5 py-2.5 text-base text-ink data-invalid:border-over"
        />
        <Text slot="description" className={error ? 'text-sm font-medium text-over' : 'text-sm text-soft'}>
          {error ?? t('hint')}
        </Text>
      </TextField>
    </SettingsCard>
  )
}
