'use client'

import { type FormEvent, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { instantOf, type TimeRange, wallTimeOf } from '@/lib/time/model'

type CustomRangeProps = { range: TimeRange; timeZone: string; onApply: (range: TimeRange) => void }

/** From when until when on the wall of the store; either may be left open. */
export function CustomRange({ range, timeZone, onApply }: CustomRangeProps) {
  const t = useWords('entries')
  const [from, setFrom] = useState(range.from ? wallTimeOf(range.from, timeZone) : '')
  const [until, setUntil] = useState(range.to ? wallTimeOf(range.to, timeZone) : '')
  const [error, setError] = useState<string>()

  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const inputs = [...event.currentTarget.elements].filter((element) => element instanceof HTMLInputElement)
    // A half-typed date has no value: it must not pass for an open end.
    const isHalfTyped = inputs.some((input) => input.validity.badInput)
    const wanted = { from: instantOf(from, timeZone), to: instantOf(until, timeZone) }
    if (isHalfTyped) setError(t('completeDate'))
    else if (wanted.from && wanted.to && wanted.from >= wanted.to) setError(t('chooseLater'))
    else onApply(wanted)
  }

  return (
    <form onSubmit={apply} noValidate className="flex flex-col gap-3">
      <Field
        label={t('from')}
        type="datetime-local"
        value={from}
        onChange={(value) => {
          setFrom(value)
          setError(undefined)
        }}
      />
      <Field
        label={t('until')}
        hint={t('untilHint')}
        type="datetime-local"
        value={until}
        onChange={(value) => {
          setUntil(value)
          setError(undefined)
        }}
        error={error}
      />
      <Button type="submit" tone="ink">
        {t('showRange')}
      </Button>
    </form>
  )
}
