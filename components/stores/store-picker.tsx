'use client'

import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronRight, LoaderCircle, Store } from 'lucide-react'
import Link, { useLinkStatus } from 'next/link'
import { type ReactNode, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Chip } from '@/components/ui/chip'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { boardPath } from '@/lib/board/queries'
import { storesQuery } from '@/lib/stores/queries'
import type { StoreSummary } from '@/lib/stores/schema'

const refreshMs = 10_000
// So many fit a glance; beyond that, typing is quicker.
const searchFrom = 9

function Going() {
  const t = useWords('stores')
  const { pending } = useLinkStatus()
  return pending ? (
    <LoaderCircle aria-label={t('opening')} className="size-5 shrink-0 animate-spin" />
  ) : (
    <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-soft rtl:-scale-x-100" />
  )
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <span className="flex items-baseline gap-1.5">
      <span className={clsx('font-sign text-[28px] leading-8 font-bold', value === 0 && 'text-soft')}>{value}</span>
      <span className="text-sm text-soft">{label}</span>
    </span>
  )
}

function StoreCard({ store }: { store: StoreSummary }) {
  const t = useWords('stores')
  return (
    <li>
      <Link
        href={boardPath(store)}
        prefetch={false}
        className="flex h-full min-h-26 items-center gap-4 rounded-card border border-line bg-card py-4 pe-4 ps-5 hover:border-edge"
      >
        <span className="flex min-w-0 flex-1 flex-col gap-2">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <bdi dir="auto" className="line-clamp-2 text-lg leading-6 font-bold wrap-anywhere">
              {store.name}
            </bdi>
            {store.isNew && <Chip tone="way">{t('new')}</Chip>}
          </span>
          <span className="flex flex-wrap gap-x-5">
            <Figure value={store.arrived} label={t('atTheKerb')} />
            <Figure value={store.onTheWay} label={t('onTheWay')} />
          </span>
        </span>
        <Going />
      </Link>
    </li>
  )
}

const code = (chunks: ReactNode) => <code className="font-mono text-ink">{chunks}</code>

function NoStores() {
  const t = useWords('stores')
  return (
    <EmptyState icon={Store} title={t('noneTitle')}>
      <p>{t.rich('noneText', { code })}</p>
    </EmptyState>
  )
}

function matches(store: StoreSummary, words: string): boolean {
  return `${store.name} ${store.destinationId} ${store.projectName}`.toLowerCase().includes(words.trim().toLowerCase())
}

function Projects({ stores }: { stores: StoreSummary[] }) {
  const projects = [...new Set(stores.map((store) => store.projectId))]
  return projects.map((projectId) => {
    const mine = stores.filter((store) => store.projectId === projectId)
    return (
      <section key={projectId} aria-label={mine[0]?.projectName} className="mb-7">
        {projects.length > 1 && <h2 className="mb-2.5 font-sign text-2xl font-bold">{mine[0]?.projectName}</h2>}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">
          {mine.map((store) => (
            <StoreCard key={store.destinationId} store={store} />
          ))}
        </ul>
      </section>
    )
  })
}

/** All stores of the account with who is there now. */
export function StorePicker() {
  const t = useWords('stores')
  const { data: stores, error, refetch } = useQuery({ ...storesQuery(), refetchInterval: refreshMs })
  const [words, setWords] = useState('')
  if (!stores && error) {
    return <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
  }
  if (!stores) {
    return (
      <Loading label={t('loading')}>
        <Skeleton className="h-26 rounded-card" />
      </Loading>
    )
  }
  if (stores.length === 0) return <NoStores />
  const found = stores.filter((store) => matches(store, words))
  return (
    <>
      {stores.length >= searchFrom && (
        <Field label={t('find')} type="search" value={words} onChange={setWords} className="mb-5 max-w-md" />
      )}
      {found.length === 0 && <p className="text-soft">{t('noneFound')}</p>}
      <Projects stores={found} />
    </>
  )
}
