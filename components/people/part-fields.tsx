'use client'

import clsx from 'clsx/lite'
import { useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { useSoughtStores } from '@/components/stores/use-sought-stores'
import { Chip } from '@/components/ui/chip'
import { Field } from '@/components/ui/field'
import type { Part } from '@/lib/people/model'
import type { People } from '@/lib/people/schema'
import { mostNamed } from '@/lib/stores/model'

type Giving = Pick<People, 'rolesToGive' | 'allStoresToGive' | 'stores'>

const rowClass = 'flex min-h-12 cursor-pointer items-start gap-3 rounded-control border px-3.5 py-2.5'
const markClass = 'mt-0.5 size-5 shrink-0 accent-ink'

function Choice(props: {
  type: 'radio' | 'checkbox'
  name: string
  label: string
  hint?: string
  mark?: string | false | undefined
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}) {
  const { type, name, label, hint, mark, isChosen, onChoose } = props
  return (
    <label className={clsx(rowClass, isChosen ? 'border-ink bg-well' : 'border-edge')}>
      <input
        type={type}
        name={name}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
        className={markClass}
      />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <bdi dir="auto" className="min-w-0 font-semibold wrap-anywhere">
            {label}
          </bdi>
          {mark && (
            <Chip tone="way" className="min-h-6!">
              {mark}
            </Chip>
          )}
        </span>
        {hint && <span className="block text-sm text-soft">{hint}</span>}
      </span>
    </label>
  )
}

// From so many on nobody reads the list.
const manyStores = 12
const mostShown = 200

function StoreChoices({
  projectId,
  stores,
  part,
  onChange,
}: {
  projectId: string
  stores: Giving['stores']
  part: Part
  onChange: (p: Part) => void
}) {
  const t = useWords('people')
  const ofStores = useWords('stores')
  const [wanted, setWanted] = useState('')
  const chosen = part.destinationIds ?? []
  const { found } = useSoughtStores(stores, { words: wanted, projectId, most: mostNamed })
  const shown = found.slice(0, mostShown)
  return (
    <div className="flex flex-col gap-2">
      {stores.length > manyStores && <Field label={t('findStore')} value={wanted} onChange={setWanted} />}
      <ul className="flex max-h-72 flex-col gap-2 overflow-auto">
        {shown.map(({ destinationId, label, isNew }) => (
          <li key={destinationId}>
            <Choice
              type="checkbox"
              name="store"
              label={label}
              mark={isNew && ofStores('new')}
              isChosen={chosen.includes(destinationId)}
              onChoose={(isChosen) => {
                const others = chosen.filter((id) => id !== destinationId)
                onChange({ ...part, destinationIds: isChosen ? [...others, destinationId] : others })
              }}
            />
          </li>
        ))}
        {shown.length === 0 && <li className="py-2 text-soft">{t('noStoreFound')}</li>}
      </ul>
    </div>
  )
}

type PartFieldsProps = {
  projectId: string
  giving: Giving
  part: Part
  onChange: (part: Part) => void
  error?: string | undefined
}

/** What somebody is to be: a role, in all stores or in some. */
export function PartFields({ projectId, giving, part, onChange, error }: PartFieldsProps) {
  const t = useWords('people')
  const { rolesToGive, allStoresToGive, stores } = giving
  const isAll = part.destinationIds === null
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-semibold">{t('role')}</legend>
        {rolesToGive.map((role) => (
          <Choice
            key={role}
            type="radio"
            name="role"
            label={t(`role_${role}`)}
            hint={t(`roleHint_${role}`)}
            isChosen={part.role === role}
            onChoose={() => onChange(role === 'owner' ? { role, destinationIds: null } : { ...part, role })}
          />
        ))}
      </fieldset>
      {part.role !== 'owner' && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-semibold">{t('stores')}</legend>
          {allStoresToGive && (
            <>
              <Choice
                type="radio"
                name="reach"
                label={t('allStores')}
                hint={t('allStoresHint')}
                isChosen={isAll}
                onChoose={() => onChange({ ...part, destinationIds: null })}
              />
              <Choice
                type="radio"
                name="reach"
                label={t('someStores')}
                isChosen={!isAll}
                onChoose={() => onChange({ ...part, destinationIds: [] })}
              />
            </>
          )}
          {!isAll && <StoreChoices projectId={projectId} stores={stores} part={part} onChange={onChange} />}
          {error && (
            <p role="alert" className="text-sm font-medium text-over">
              {error}
            </p>
          )}
        </fieldset>
      )}
    </>
  )
}
