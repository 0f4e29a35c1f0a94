'use client'

import { type FormEvent, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { knownInstantOf, type TimeRange, wallBounds, wallTimeOf } from '@/lib/time/model'

type CustomRangeProps = { range: TimeRange; timeZone: string; onApply: (range: TimeRange) => void }

// What is wrong is said here, in the language of the page, and not by the browser.
const dateProps = { type: 'datetime-local', validationBehavior: 'aria', ...wallBounds } as const

/** From when until when on the wall of the store; either may be left open. */
export function CustomRange({ range, timeZone, onApply }: CustomRangeProps) {
  const t = useWords('entries')
  const [from, setFrom] = useState(range.from ? wallTimeOf(range.from, timeZone) : '')
  const [until, setUntil] = useState(range.to ? wallTimeOf(range.to, timeZone) : '')
  const [error, setError] = useState<string>()

  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const inputs = [...event.currentTarget.elements].filter((element) => element instanceof HTMLInputElement)
    // A half-typed date has no value: it must not pass for an open end, and neither must a mistyped year.
    const isHalfTyped = inputs.some((input) => input.validity.badInput)
    const wanted = { from: knownInstantOf(from, timeZone), to: knownInstantOf(until, timeZone) }
    const isUnknown = (from !== '' && !wanted.from) || (until !== '' && !wanted.to)
    if (isHalfTyped || isUnknown) setError(t('completeDate'))
    else if (wanted.from && wanted.to && wanted.from >= wanted.to) setError(t('chooseLater'))
    else onApply(wanted)
  }

  return (
    <form onSubmit={apply} noValidate className="flex flex-col gap-3">
      <Field
        {...dateProps}
        label={t('from')}
        value={from}
        onChange={(value) => {
          setFrom(value)
          setError(undefined)
        }}
      />
      <Field
        label={t('until')}
        {...dateProps}
        hint={t('untilHint')}
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
