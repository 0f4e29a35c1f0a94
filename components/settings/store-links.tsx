'use client'

import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { useSoughtStores } from '@/components/stores/use-sought-stores'
import { Chip } from '@/components/ui/chip'
import { Field } from '@/components/ui/field'
import { useFirstScreen } from '@/components/ui/use-first-screen'
import type { NamedStore } from '@/lib/names/model'
import { storeSettingsPath } from '@/lib/settings/queries'

const searchFrom = 13

/** The stores of a project, each one tap from what is set for it. Those without a name come last. */
export function StoreLinks({ projectId, stores }: { projectId: string; stores: NamedStore[] }) {
  const t = useWords('settings')
  const ofStores = useWords('stores')
  const [words, setWords] = useState('')
  const { found, isCut } = useSoughtStores(stores, { words, projectId })
  const shown = useFirstScreen(found)
  return (
    <section aria-labelledby="stores">
      <h2 id="stores" className="mb-2.5 font-sign text-2xl font-bold">
        {ofStores('title')}
      </h2>
      {stores.length >= searchFrom && (
        <Field label={ofStores('find')} type="search" value={words} onChange={setWords} className="mb-4 max-w-md" />
      )}
      {isCut && <p className="mb-4 max-w-prose text-soft">{ofStores('notAll')}</p>}
      {stores.length === 0 && <p className="text-soft">{t('noStores')}</p>}
      {stores.length > 0 && found.length === 0 && <p className="text-soft">{ofStores('noneFound')}</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3">
        {shown.map((store) => (
          <li key={store.destinationId}>
            <Link
              href={storeSettingsPath({ projectId, destinationId: store.destinationId })}
              prefetch={false}
              className="flex min-h-[60px] items-center gap-3 rounded-card border border-line bg-card px-4 py-2 hover:border-edge"
            >
              <bdi dir="auto" className="min-w-0 flex-1 font-semibold wrap-anywhere">
                {store.label}
              </bdi>
              {store.isNew && <Chip tone="way">{ofStores('new')}</Chip>}
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-soft rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
