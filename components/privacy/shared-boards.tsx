'use client'

import { useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { useSoughtStores } from '@/components/stores/use-sought-stores'
import { Chip } from '@/components/ui/chip'
import { Disclosure } from '@/components/ui/disclosure'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { useFirstScreen } from '@/components/ui/use-first-screen'
import { mostStores } from '@/lib/privacy/model'
import type { Privacy, PrivacyPatch } from '@/lib/privacy/schema'

type SharedBoardsProps = { privacy: Privacy; isSaving: boolean; change: (patch: PrivacyPatch) => void }

const chosen = { null: null, true: true, false: false } as const

/** Whether paired tablets hide whose an order is: for all stores, and where one differs. */
export function SharedBoards({ privacy, isSaving, change }: SharedBoardsProps) {
  const t = useWords('privacy')
  const ofStores = useWords('stores')
  const [words, setWords] = useState('')
  const { projectId } = privacy
  const { found, isCut } = useSoughtStores(privacy.stores, { words, projectId, most: mostStores })
  const stores = useFirstScreen(found.slice(0, mostStores))
  const shown = { id: 'false', label: t('boardsShow') }
  const hidden = { id: 'true', label: t('boardsHide') }
  const inherited = privacy.maskOnSharedBoards ? hidden.label : shown.label
  const differing = privacy.stores.filter((store) => store.maskOnSharedBoards !== null).length
  return (
    <SettingsCard title={t('boards')} hint={t('boardsText')}>
      <Select
        label={t('allStores')}
        choices={[shown, hidden]}
        value={String(privacy.maskOnSharedBoards)}
        isDisabled={isSaving}
        onChange={(id) => change({ maskOnSharedBoards: id === 'true' })}
        className="max-w-md [&>button]:min-h-[48px]"
      />
      {privacy.stores.length > 0 && (
        <Disclosure title={<span className="font-semibold">{t('byStore', { count: differing })}</span>}>
          {isCut && (
            <Field
              label={ofStores('find')}
              hint={ofStores('notAll')}
              type="search"
              value={words}
              onChange={setWords}
              className="max-w-xl pt-2"
            />
          )}
          <ul className="flex flex-col gap-4 pt-2">
            {stores.map((store) => (
              <li key={store.destinationId}>
                <p aria-hidden="true" className="mb-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
                  <bdi dir="auto" className="min-w-0 wrap-anywhere">
                    {store.label}
                  </bdi>
                  {store.isNew && (
                    <Chip tone="way" className="min-h-6!">
                      {ofStores('new')}
                    </Chip>
                  )}
                </p>
                <Select
                  label={store.isNew ? `${store.label} · ${ofStores('new')}` : store.label}
                  isLabelAside
                  choices={[{ id: 'null', label: t('asAll', { as: inherited }) }, shown, hidden]}
                  // Whichever differs is listed: what the server finds beside those does not.
                  value={String('maskOnSharedBoards' in store ? store.maskOnSharedBoards : null)}
                  isDisabled={isSaving}
                  onChange={(id) => change({ stores: { [store.destinationId]: chosen[id as keyof typeof chosen] } })}
                  className="max-w-xl [&>button]:min-h-[48px]"
                />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </SettingsCard>
  )
}
