'use client'

import { useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ClockProvider, ServerClock } from '@/components/board/live/server-clock'
import { useWords } from '@/components/language/language-provider'
import { beginAnew } from '@/components/layout/use-same-viewer'
import { isSignedOut, NotLive, SignedOut } from '@/components/stores/not-live'
import { StoreCard } from '@/components/stores/store-card'
import { useLiveStores } from '@/components/stores/use-live-stores'
import { useSoughtStores } from '@/components/stores/use-sought-stores'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import type { Told } from '@/lib/names/model'
import { byNeed } from '@/lib/stores/model'
import { storesQuery } from '@/lib/stores/queries'
import type { StoreSummary } from '@/lib/stores/schema'

const refreshMs = 10_000
// So many fit a glance; beyond that, typing is quicker.
const searchFrom = 13

const noStores: StoreSummary[] = []

const code = (chunks: ReactNode) => <code className="font-mono text-ink">{chunks}</code>

function NoStores() {
  const t = useWords('stores')
  return (
    <EmptyState icon={Store} title={t('noneTitle')}>
      <p>{t.rich('noneText', { code })}</p>
    </EmptyState>
  )
}

function Projects({ stores }: { stores: Told<StoreSummary>[] }) {
  const projects = [...new Set(stores.map((store) => store.projectId))]
  return projects.map((projectId) => {
    const mine = stores.filter((store) => store.projectId === projectId).sort(byNeed)
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

/**
 * All stores of the account with who is there now, live; those that ring first. `isPart`: that the page has brought but some,
 * until others are heard of.
 */
export function StorePicker({ renderedAtMs, isPart }: { renderedAtMs: number; isPart: boolean }) {
  const t = useWords('stores')
  const [clock] = useState(() => new ServerClock(renderedAtMs))
  const lostAtMs = useLiveStores(clock)
  const refetchInterval = lostAtMs === null ? false : refreshMs
  const { data: stores, error, refetch } = useQuery({ ...storesQuery(), refetchInterval })
  const [words, setWords] = useState('')
  const [brought] = useState(stores)
  // Where there is but one, there is nothing to choose: a paired tablet whose person's session has ended has its own board again.
  const isOne = stores?.length === 1 && brought !== undefined && brought.length > 1
  useEffect(() => {
    if (isOne) beginAnew()
  }, [isOne])
  const { found, isCut } = useSoughtStores(stores ?? noStores, { words, isPart: isPart && stores === brought })
  if (isSignedOut(error)) return <SignedOut />
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
  return (
    <ClockProvider value={clock}>
      {lostAtMs !== null && <NotLive sinceMs={lostAtMs} />}
      {stores.length >= searchFrom && (
        <Field label={t('find')} type="search" value={words} onChange={setWords} className="mb-5 max-w-md" />
      )}
      {isCut && <p className="mb-5 max-w-prose text-soft">{t('notAll')}</p>}
      {found.length === 0 && <p className="text-soft">{t('noneFound')}</p>}
      <Projects stores={found} />
    </ClockProvider>
  )
}
