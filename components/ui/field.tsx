'use client'

import clsx from 'clsx/lite'
import { CircleAlert } from 'lucide-react'
import { useContext, useEffect, useRef, useState } from 'react'
import { FieldErrorContext } from 'react-aria-components/FieldError'
import { FieldError, Input, Label, Text, TextField, type TextFieldProps } from 'react-aria-components/TextField'
import { useWords } from '@/components/language/language-provider'
import { useIsReady } from '@/components/ui/use-is-ready'

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

const errorClass = 'flex items-start gap-1.5 text-sm font-medium text-over'

function Told({ text }: { text: string }) {
  return (
    <>
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </>
  )
}

/** What the browser refuses, in the language of the page where that is the usual. */
function useRefusal(): string {
  const t = useWords('ui')
  const told = useContext(FieldErrorContext)
  if (!told?.isInvalid) return ''
  if (told.validationDetails.valueMissing) return t('fillIn')
  return told.validationDetails.typeMismatch ? t('notAnEmail') : told.validationErrors.join(' ')
}

/**
 * What is wrong. What the browser refused is right again as soon as the field is left, which is when the button below is
 * pressed: the line keeps its room until the form is sent, or the button would move away from under the press.
 */
export function ErrorLine({ error }: { error?: string | undefined }) {
  const roomRef = useRef<HTMLParagraphElement>(null)
  const refusal = useRefusal()
  const [room, setRoom] = useState('')
  if (refusal && !error && refusal !== room) setRoom(refusal)
  const isKept = room !== '' && !refusal && !error
  useEffect(() => {
    const form = isKept && roomRef.current?.closest('form')
    if (!form) return
    const leave = () => setRoom('')
    form.addEventListener('submit', leave)
    return () => form.removeEventListener('submit', leave)
  }, [isKept])
  if (isKept) {
    return (
      <p ref={roomRef} aria-hidden="true" className={clsx(errorClass, 'invisible')}>
        <Told text={room} />
      </p>
    )
  }
  return (
    <FieldError className={errorClass}>
      <Told text={error ?? refusal} />
    </FieldError>
  )
}

/** What somebody, or their browser, wrote into a field of that name before the page could act: React would take it for empty. */
function useWrittenAlready(name: string | undefined): string {
  const isReady = useIsReady()
  const [written] = useState(() => {
    if (isReady || !name || typeof document === 'undefined') return ''
    return document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
  })
  return written
}

/** A labelled text field with its hint and its error. */
export function Field(props: FieldProps) {
  const { label, hint, error, placeholder, className, inputClassName, min, max, ...others } = props
  const written = useWrittenAlready(others.name)
  return (
    <TextField
      {...(written && { defaultValue: written })}
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
      <ErrorLine error={error} />
    </TextField>
  )
}
