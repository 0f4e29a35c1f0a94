'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type AuditAddress, dayIn, isReversed } from '@/components/audit/audit-address'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { auditKinds } from '@/lib/audit/model'
import { auditActorsQuery } from '@/lib/audit/queries'

// No id has control characters.
const everybody = '\n'
const ends = ['first', 'last'] as const

type FiltersProps = {
  projectId: string
  address: AuditAddress
  aboutName: string | null
  onChange: (change: Partial<AuditAddress>) => void
}

/** Who, what and when: all of it stands in the address. */
export function AuditFilters({ projectId, address, aboutName, onChange }: FiltersProps) {
  const t = useWords('audit')
  const { data: actors = [] } = useQuery(auditActorsQuery(projectId))
  const { who, what, about } = address
  const people = actors.map(({ id, name }) => ({ id, label: name ?? id }))
  const isUnknown = who !== null && who !== 'console' && who !== 'system' && !actors.some(({ id }) => id === who)
  const isNarrowed = Object.values(address).some((value) => value !== null)
  const chosen = (id: string) => (id === everybody ? null : id)
  return (
    <search aria-label={t('filters')} className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto_auto] lg:items-end">
        <Select
          label={t('who')}
          choices={[
            { id: everybody, label: t('anybody') },
            ...people,
            ...(isUnknown ? [{ id: who, label: who }] : []),
            { id: 'console', label: t('console') },
            { id: 'system', label: t('system') },
          ]}
          value={who ?? everybody}
          onChange={(id) => onChange({ who: chosen(id) })}
          className="[&_button]:min-h-[48px]"
        />
        <Select
          label={t('what')}
          choices={[
            { id: everybody, label: t('anything') },
            ...auditKinds.map((id) => ({ id, label: t(`kind_${id}`) })),
          ]}
          value={what ?? everybody}
          onChange={(id) => onChange({ what: auditKinds.find((kind) => kind === id) ?? null })}
          className="[&_button]:min-h-[48px]"
        />
        <div className="grid grid-cols-2 gap-2 sm:col-span-2">
          {ends.map((end) => (
            <Field
              key={end}
              type="date"
              label={t(`${end}Day`)}
              value={dayIn(address[end]) ?? ''}
              validationBehavior="aria"
              min="1970-01-02"
              max="9999-12-30"
              onChange={(day) => onChange({ [end]: day || null })}
              inputClassName="min-h-[48px]! px-2.5!"
            />
          ))}
        </div>
      </div>
      {isReversed(address) && (
        <p role="alert" className="text-sm font-medium text-over">
          {t('reversed')}
        </p>
      )}
      {isNarrowed && (
        <div className="flex flex-wrap gap-2">
          {about && (
            <Button
              className="min-h-12!"
              aria-label={t('dropAbout', { what: aboutName ?? about })}
              onPress={() => onChange({ about: null })}
            >
              <span className="min-w-0 truncate">{t('onlyAbout', { what: aboutName ?? about })}</span>
              <X aria-hidden="true" className="size-4 shrink-0" />
            </Button>
          )}
          <Button
            tone="quiet"
            className="min-h-12!"
            onPress={() => onChange({ who: null, what: null, first: null, last: null, about: null })}
          >
            {t('clear')}
          </Button>
        </div>
      )}
    </search>
  )
}
