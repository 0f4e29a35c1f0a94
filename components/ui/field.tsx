'use client'

import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import { FieldError, Input, Label, Text, TextField, type TextFieldProps } from 'react-aria-components/TextField'

const inputClass =
  'min-h-[42px] w-full rounded-control border border-edge bg-card px-3.5 text-base text-ink placeholder:text-soft data-invalid:border-over data-disabled:opacity-55'

type FieldProps = Omit<TextFieldProps, 'children' | 'className'> & {
  label: string
  hint?: string
  error?: string
  placeholder?: string
  className?: string
  inputClassName?: string
  /** Of a date: its bounds. */
  min?: string
  max?: string
}

/** A labelled text field with its hint and its error. */
export function Field(props: FieldProps) {
  const { label, hint, error, placeholder, className, inputClassName, min, max, ...others } = props
  return (
    <TextField
      {...others}
      isInvalid={error ? true : others.isInvalid}
      className={clsx('flex flex-col gap-1.5', className)}
    >
      <Label className="text-sm font-semibold">{label}</Label>
      <Input placeholder={placeholder} min={min} max={max} className={clsx(inputClass, inputClassName)} />
      {hint && (
        <Text slot="description" className="text-sm text-soft">
          {hint}
        </Text>
      )}
      <FieldError className="flex items-start gap-1.5 text-sm font-medium text-over">
        {({ validationErrors }) => (
          <>
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {error ?? validationErrors.join(' ')}
          </>
        )}
      </FieldError>
    </TextField>
  )
}
