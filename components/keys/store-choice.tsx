'use client'

import { Check } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from 'react-aria-components/Checkbox'
import { CheckboxGroup, Label, Text } from 'react-aria-components/CheckboxGroup'
import { useWords } from '@/components/language/language-provider'
import { useSoughtStores } from '@/components/stores/use-sought-stores'
import { Chip } from '@/components/ui/chip'
import { Field } from '@/components/ui/field'
import type { NamedStore } from '@/lib/names/model'
import { mostNamed } from '@/lib/stores/model'

const searchFrom = 9
// Nobody reads on, and typing is quicker.
const mostShown = 200

type StoreChoiceProps = {
  projectId: string
  stores: NamedStore[]
  chosen: string[]
  onChange: (destinationIds: string[]) => void
  error: string | undefined
}

/** Some of a project's stores. */
export function StoreChoice({ projectId, stores, chosen, onChange, error }: StoreChoiceProps) {
  const t = useWords('apiKeys')
  const ofStores = useWords('stores')
  const [sought, setSought] = useState('')
  const { found } = useSoughtStores(stores, { words: sought, projectId, most: mostNamed })
  const shown = found.slice(0, mostShown)
  // Those that are not in sight stay chosen.
  const hidden = chosen.filter((id) => !shown.some(({ destinationId }) => destinationId === id))
  return (
    <div className="flex flex-col gap-2.5">
      {stores.length >= searchFrom && (
        <Field
          label={t('findStore')}
          type="search"
          value={sought}
          onChange={setSought}
          inputClassName="min-h-[48px]!"
        />
      )}
      <CheckboxGroup
        value={chosen}
        onChange={(ids) => onChange([...new Set([...hidden, ...ids])])}
        isInvalid={error !== undefined}
        className="flex flex-col gap-1.5"
      >
        <Label className="sr-only">{t('stores')}</Label>
        <div className="grid max-h-60 gap-1 overflow-auto rounded-control border border-edge p-1.5 sm:grid-cols-2">
          {shown.map(({ destinationId, label, isNew }) => (
            <Checkbox
              key={destinationId}
              value={destinationId}
              className="group flex min-h-[48px] min-w-0 cursor-pointer items-center gap-2.5 rounded-chip px-2.5 hover:bg-well"
            >
              <span className="flex size-5 shrink-0 items-center justify-center rounded-[5px] border-2 border-edge group-data-selected:border-ink group-data-selected:bg-ink">
                <Check
                  aria-hidden="true"
                  strokeWidth={3}
                  className="size-3.5 text-card opacity-0 group-data-selected:opacity-100"
                />
              </span>
              <bdi dir="auto" className="min-w-0 py-1 leading-5 wrap-anywhere">
                {label}
              </bdi>
              {isNew && (
                <Chip tone="way" className="ms-auto shrink-0">
                  {ofStores('new')}
                </Chip>
              )}
            </Checkbox>
          ))}
        </div>
        <Text slot="description" className={error ? 'text-sm font-medium text-over' : 'text-sm text-soft'}>
          {error ?? t('chosen', { count: chosen.length })}
        </Text>
      </CheckboxGroup>
    </div>
  )
}
