'use client'

import { useWords } from '@/components/language/language-provider'
import { Field } from '@/components/ui/field'

/** A new PIN, typed so that it can be told to whoever it is for. */
export function NewPinField({ value, onChange }: { value: string; onChange: (pin: string) => void }) {
  const t = useWords('pins')
  return (
    <Field
      label={t('newPin')}
      hint={t('pinHint')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={value}
      onChange={(typed) => onChange(typed.replace(/\D/g, ''))}
      inputClassName="min-h-[52px]! text-xl! tracking-[0.2em] tabular-nums"
    />
  )
}
