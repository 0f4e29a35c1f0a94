'use client'

import { TriangleAlert } from 'lucide-react'
import { TextArea } from 'react-aria-components/TextArea'
import { Label, Text, TextField } from 'react-aria-components/TextField'
import { useWords } from '@/components/language/language-provider'
import { leftOutBy } from '@/components/settings/fields/left-out'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Button } from '@/components/ui/button'

type RedactionFieldProps = {
  value: string
  /** The details of recent orders. */
  fieldsSeen: string[]
  onChange: (fields: string) => void
  error: string | undefined
}

/** Which details of an order go a day after it was closed, one a line; with none named, as Baycall finds them. */
export function RedactionField({ value, fieldsSeen, onChange, error }: RedactionFieldProps) {
  const t = useWords('redaction')
  const leftOut = leftOutBy(value, fieldsSeen)
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
      <div role="status" className="contents">
        {leftOut.length > 0 && (
          <div className="flex max-w-prose flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-due-tint px-3.5 py-2.5">
            <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-due" />
            <p className="min-w-0 flex-1 basis-52 text-sm wrap-anywhere">
              {t('leftOut', { count: leftOut.length, fields: leftOut.join(', ') })}
            </p>
            <Button onPress={() => onChange([value.trim(), ...leftOut].join('\n'))}>{t('addThem')}</Button>
          </div>
        )}
      </div>
    </SettingsCard>
  )
}
