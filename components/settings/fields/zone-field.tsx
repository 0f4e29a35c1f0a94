'use client'

import { useEffect, useId, useState } from 'react'
import { Input, Label, Text, TextField } from 'react-aria-components/TextField'
import { useWords } from '@/components/language/language-provider'

type ZoneFieldProps = { value: string; onChange: (zone: string) => void; error: string | undefined }

/** A time zone by its name: typed, or taken from the browser's list. */
export function ZoneField({ value, onChange, error }: ZoneFieldProps) {
  const t = useWords('settings')
  const listId = useId()
  // Browsers and servers know slightly different lists: this one is the browser's. The server's own says what is taken.
  const [zones, setZones] = useState<string[]>([])
  useEffect(() => setZones(['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]), [])
  return (
    <TextField value={value} onChange={onChange} isInvalid={error !== undefined} className="flex flex-col gap-1.5">
      <Label className="text-sm font-semibold">{t('timeZone')}</Label>
      <Input
        list={listId}
        spellCheck={false}
        className="min-h-[48px] w-full rounded-control border border-edge bg-card px-3.5 text-base text-ink data-invalid:border-over"
      />
      <datalist id={listId}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Text slot="description" className={error ? 'text-sm font-medium text-over' : 'text-sm text-soft'}>
        {error ?? t('timeZoneHint')}
      </Text>
    </TextField>
  )
}
