'use client'

import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Select } from '@/components/ui/select'
import { declaredKinds, personalKinds } from '@/lib/privacy/model'
import type { Privacy, PrivacyPatch } from '@/lib/privacy/schema'

type Field = Privacy['fields'][number]
type Change = (patch: PrivacyPatch) => void

function FieldRow({ field, isSaving, change }: { field: Field; isSaving: boolean; change: Change }) {
  const t = useWords('privacy')
  const { key, kind, declared, found, isEmptied } = field
  const isCustomer = key === 'customerName'
  const kinds = isCustomer ? personalKinds : declaredKinds
  const byName = { id: 'found', label: t('byName', { kind: t(`kind_${isCustomer ? 'name' : found}`) }) }
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <bdi className="block font-semibold wrap-anywhere">{isCustomer ? t('customerName') : key}</bdi>
        <p className="text-sm text-soft">
          {t(`board_${isCustomer && kind === 'name' && declared !== 'name' ? 'customer' : kind}`)} ·{' '}
          {t(isEmptied ? 'isEmptied' : 'isKept')}
        </p>
        {declared === null && kind === 'none' && (
          <p className="mt-1 inline-block rounded-control bg-due-tint px-2.5 py-1 text-sm">{t('notDeclared')}</p>
        )}
      </div>
      <Select
        label={t('is')}
        choices={[byName, ...kinds.map((one) => ({ id: one, label: t(`kind_${one}`) }))]}
        value={declared ?? 'found'}
        isDisabled={isSaving}
        onChange={(id) => {
          const now = declaredKinds.find((one) => one === id) ?? null
          change({ personalFields: { [key]: now } })
        }}
        className="w-full sm:w-72 [&>button]:min-h-[48px]"
      />
    </li>
  )
}

/** Each detail of recent orders: whether it is personal, and what becomes of it. */
export function PersonalFields({ privacy, isSaving, change }: { privacy: Privacy; isSaving: boolean; change: Change }) {
  const t = useWords('privacy')
  return (
    <SettingsCard title={t('fields')} hint={t('fieldsText')}>
      {privacy.hasOwnList && <p className="rounded-control bg-due-tint px-3.5 py-2.5 text-sm">{t('hasOwnList')}</p>}
      <ul className="divide-y divide-line border-y border-line">
        {privacy.fields.map((field) => (
          <FieldRow key={field.key} field={field} isSaving={isSaving} change={change} />
        ))}
      </ul>
      {privacy.fields.length === 1 && <p className="text-sm text-soft">{t('noFields')}</p>}
    </SettingsCard>
  )
}
