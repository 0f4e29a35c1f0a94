'use client'

import { useWords } from '@/components/language/language-provider'
import { Field } from '@/components/ui/field'
import { pinLength } from '@/lib/pins/model'

const [, longest] = pinLength

type NewPinProps = { value: string; least: number; onChange: (pin: string) => void }

/** A new PIN of at least so many digits, typed so that it can be told to whoever it is for. */
export function NewPinField({ value, least, onChange }: NewPinProps) {
  const t = useWords('pins')
  return (
    <Field
      label={t('newPin')}
      hint={t('pinHint', { least })}
      inputMode="numeric"
      autoComplete="off"
      maxLength={longest}
      value={value}
      onChange={(typed) => onChange(typed.replace(/\D/g, ''))}
      inputClassName="min-h-[52px]! text-xl! tracking-[0.2em] tabular-nums"
    />
  )
}
