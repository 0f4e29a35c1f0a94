'use client'

import { useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'
import type { SecondsDraft, SecondsField } from '@/components/settings/draft'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Field } from '@/components/ui/field'
import type { Decided } from '@/lib/settings/model'
import { waitClock } from '@/lib/waits/model'

type FieldsProps = {
  draft: SecondsDraft
  inherited: Decided
  /** Whose setting is in force where a field is empty. */
  above: 'project' | 'product'
  errors: Map<string, string>
  change: (part: Partial<SecondsDraft>) => void
}

type Hint = { text: string; inherited: number; above: FieldsProps['above'] }

function hintOf({ text, inherited, above }: Hint, t: Words<'settings'>, times: Words<'times'>): string {
  const isNumber = /^\d+$/.test(text.trim())
  const clock = (seconds: number) => times(...waitClock(seconds))
  if (text.trim() === '') return t('inherited', { above, seconds: inherited, clock: clock(inherited) })
  return isNumber ? t('inMinutes', { clock: clock(Number(text)) }) : t('wholeSeconds')
}

type OneProps = FieldsProps & { field: SecondsField; inheritedSeconds: number; path?: string }

function SecondsInput({ draft, above, errors, change, field, inheritedSeconds, path = field }: OneProps) {
  const t = useWords('settings')
  const times = useWords('times')
  return (
    <Field
      label={t(field)}
      inputMode="numeric"
      value={draft[field]}
      placeholder={String(inheritedSeconds)}
      onChange={(text) => change({ [field]: text })}
      hint={hintOf({ text: draft[field], inherited: inheritedSeconds, above }, t, times)}
      error={errors.get(path)}
      inputClassName="min-h-[48px]! text-end tabular-nums"
    />
  )
}

const grid = 'grid gap-4 sm:grid-cols-3'

/** When waits change their colour, and what is asked of staff. All in seconds; empty is inherited. */
export function SecondsFields(props: FieldsProps) {
  const t = useWords('settings')
  const { inherited, above } = props
  const wait = (field: keyof Decided['waits']) => (
    <SecondsInput {...props} field={field} inheritedSeconds={inherited.waits[field]} path={`waits.${field}`} />
  )
  return (
    <>
      <SettingsCard title={t('waits')} hint={t('waitsHint', { above })}>
        <div className={grid}>
          {wait('dueSeconds')}
          {wait('lateSeconds')}
          {wait('overSeconds')}
        </div>
      </SettingsCard>
      <SettingsCard title={t('goals')} hint={t('goalsHint')}>
        <div className={grid}>
          <SecondsInput {...props} field="goalSeconds" inheritedSeconds={inherited.goalSeconds} />
          <SecondsInput {...props} field="preparationSeconds" inheritedSeconds={inherited.preparationSeconds} />
          <SecondsInput
            {...props}
            field="acknowledgeWithinSeconds"
            inheritedSeconds={inherited.acknowledgeWithinSeconds}
          />
        </div>
      </SettingsCard>
    </>
  )
}
