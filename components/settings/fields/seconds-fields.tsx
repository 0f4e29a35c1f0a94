'use client'

import type { SecondsDraft, SecondsField } from '@/components/settings/draft'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Field } from '@/components/ui/field'
import type { Decided } from '@/lib/settings/model'
import { waitClock } from '@/lib/waits/model'

type FieldsProps = {
  draft: SecondsDraft
  inherited: Decided
  /** Whose setting is in force where a field is empty: "the project", "Baycall". */
  above: string
  errors: Map<string, string>
  change: (part: Partial<SecondsDraft>) => void
}

function hintOf(text: string, inherited: number, above: string): string {
  const isNumber = /^\d+$/.test(text.trim())
  if (text.trim() === '') return `As ${above}: ${inherited} s = ${waitClock(inherited)} min`
  return isNumber ? `= ${waitClock(Number(text))} min` : 'Whole seconds'
}

type OneProps = FieldsProps & { field: SecondsField; label: string; inheritedSeconds: number; path?: string }

function SecondsInput({ draft, above, errors, change, field, label, inheritedSeconds, path = field }: OneProps) {
  return (
    <Field
      label={label}
      inputMode="numeric"
      value={draft[field]}
      placeholder={String(inheritedSeconds)}
      onChange={(text) => change({ [field]: text })}
      hint={hintOf(draft[field], inheritedSeconds, above)}
      error={errors.get(path)}
      inputClassName="min-h-[48px]! text-right tabular-nums"
    />
  )
}

const grid = 'grid gap-4 sm:grid-cols-3'

/** When waits change their colour, and what is asked of staff. All in seconds; empty is inherited. */
export function SecondsFields(props: FieldsProps) {
  const { inherited } = props
  const wait = (field: keyof Decided['waits'], label: string) => (
    <SecondsInput
      {...props}
      field={field}
      label={label}
      inheritedSeconds={inherited.waits[field]}
      path={`waits.${field}`}
    />
  )
  return (
    <>
      <SettingsCard
        title="Waits"
        hint={`From when on a customer’s wait is due, late and over, in seconds. Leave all three empty to have them as ${props.above} has.`}
      >
        <div className={grid}>
          {wait('dueSeconds', 'Due after')}
          {wait('lateSeconds', 'Late after')}
          {wait('overSeconds', 'Over after')}
        </div>
      </SettingsCard>
      <SettingsCard
        title="Goals"
        hint="In seconds. An arrival that nobody acknowledges in time is shown on the other boards."
      >
        <div className={grid}>
          <SecondsInput {...props} field="goalSeconds" label="Average wait" inheritedSeconds={inherited.goalSeconds} />
          <SecondsInput
            {...props}
            field="preparationSeconds"
            label="Start preparing before"
            inheritedSeconds={inherited.preparationSeconds}
          />
          <SecondsInput
            {...props}
            field="acknowledgeWithinSeconds"
            label="Acknowledge within"
            inheritedSeconds={inherited.acknowledgeWithinSeconds}
          />
        </div>
      </SettingsCard>
    </>
  )
}
