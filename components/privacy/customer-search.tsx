'use client'

import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { useWords } from '@/components/language/language-provider'
import { CustomerResult } from '@/components/privacy/customer-result'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { useOnce } from '@/components/ui/use-once'
import { type Asked, type AskedKind, askedKinds } from '@/lib/customers/model'
import { findCustomer } from '@/lib/customers/queries'
import { ApiError } from '@/lib/http/client'

function KindChoice({ kind, onChange }: { kind: AskedKind; onChange: (kind: AskedKind) => void }) {
  const t = useWords('privacy')
  return (
    <RadioGroup value={kind} onChange={(chosen) => onChange(chosen as AskedKind)} className="flex flex-col gap-1.5">
      <Label className="text-sm font-semibold">{t('by')}</Label>
      <div className="flex gap-2">
        {askedKinds.map((one) => (
          <Radio
            key={one}
            value={one}
            className="flex min-h-[48px] flex-1 cursor-pointer items-center justify-center rounded-control border border-edge px-4 font-semibold hover:bg-well data-focus-visible:outline-2 data-selected:border-ink data-selected:bg-ink data-selected:text-card sm:flex-none"
          >
            {t(`by_${one}`)}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}

const isTooShort = (error: unknown) => error instanceof ApiError && error.problem.code === 'field_invalid'

/** Finds what is kept of one customer, to export or to erase it. What is asked for stands in no address. */
export function CustomerSearch({ projectId }: { projectId: string }) {
  const t = useWords('privacy')
  const [kind, setKind] = useState<AskedKind>('phone')
  const [value, setValue] = useState('')
  const { mutate, data, variables, error, isPending, reset } = useOnce({
    mutationFn: (asked: Asked) => findCustomer(projectId, asked),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() !== '') mutate({ kind, value: value.trim() })
  }
  const change = (part: () => void) => {
    part()
    reset()
  }
  return (
    <SettingsCard title={t('customer')} hint={t('customerText')}>
      <form onSubmit={submit} autoComplete="off" className="flex flex-wrap items-start gap-4">
        <KindChoice kind={kind} onChange={(chosen) => change(() => setKind(chosen))} />
        <Field
          key={kind}
          label={t(`value_${kind}`)}
          placeholder={t(`example_${kind}`)}
          value={value}
          onChange={(typed) => change(() => setValue(typed))}
          maxLength={64}
          inputMode={kind === 'phone' ? 'tel' : 'text'}
          autoComplete="off"
          error={isTooShort(error) ? t(`short_${kind}`) : undefined}
          className="min-w-0 flex-1 basis-60"
          inputClassName="min-h-[48px]"
        />
        <Button
          type="submit"
          tone="ink"
          // Beside the field, not its label, also where an error stands below.
          className="min-h-[48px] sm:mt-[26px]"
          isPending={isPending}
          isDisabled={value.trim() === ''}
        >
          <Search aria-hidden="true" className="size-4" />
          {t(isPending ? 'finding' : 'find')}
        </Button>
      </form>
      {error && !isTooShort(error) && <ErrorState title={t('findFailed')} error={error} />}
      <div role="status">
        {data && variables && (
          <CustomerResult projectId={projectId} asked={variables} result={data} onErased={() => mutate(variables)} />
        )}
      </div>
    </SettingsCard>
  )
}
