'use client'

import clsx from 'clsx/lite'
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'

export type OneChoice<Value extends string> = { value: Value; label: string; hint?: string }

type ChoicesProps<Value extends string> = {
  label: string
  choices: OneChoice<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** One of a few, all in sight. */
export function Choices<Value extends string>({ label, choices, value, onChange, className }: ChoicesProps<Value>) {
  return (
    <RadioGroup
      value={value}
      onChange={(chosen) => {
        const known = choices.find((choice) => choice.value === chosen)
        if (known) onChange(known.value)
      }}
    >
      <Label className="mb-1.5 block text-sm font-semibold">{label}</Label>
      <div className={clsx('grid gap-2', className)}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            className="flex min-h-[48px] cursor-pointer flex-col justify-center rounded-control has-[span+span]:justify-start border border-edge px-3.5 py-2 hover:bg-well data-selected:border-ink data-selected:bg-well data-selected:outline-1 data-selected:outline-ink"
          >
            <span className="font-semibold">{choice.label}</span>
            {choice.hint && <span className="text-sm text-soft">{choice.hint}</span>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
