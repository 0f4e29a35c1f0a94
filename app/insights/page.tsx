import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { PageWords, pageWords } from '@/app/page-words'
import { requireStaff } from '@/app/require-staff'
import { placesOf } from '@/components/entries/places'
import { readAddress, viewOf } from '@/components/insights/filters/address'
import { InsightsPage } from '@/components/insights/insights-page'
import { AppShell } from '@/components/layout/app-shell'
import { makeQueryClient } from '@/components/layout/query-client'
import { accountOf } from '@/lib/auth/service'
import { insightsQuery } from '@/lib/insights/queries'
import { getInsightsView } from '@/lib/insights/service'
import { listStores } from '@/lib/stores/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('insights')
  return { title: t('title') }
}

type Search = Record<string, string | string[] | undefined>

function pathOf(search: Search): string {
  const params = Object.entries(search).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
  return `/insights${params.length > 0 ? `?${new URLSearchParams(params)}` : ''}`
}

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams
  const caller = await requireStaff(pathOf(search))
  const t = await pageWords('entries')
  const places = placesOf({ memberships: caller.memberships, stores: await listStores(caller) }, (id) =>
    t('projectNamed', { id }),
  )
  const renderedAtMs = Date.now()
  const { filter } = viewOf(readAddress(search), places, new Date(renderedAtMs))
  const queryClient = makeQueryClient()
  if (filter) {
    // What is refused here is refused to the browser as well, which says it with its request id.
    const asked = { ...insightsQuery(filter), retry: false, queryFn: () => getInsightsView(caller, filter) }
    await queryClient.prefetchQuery(asked)
  }
  return (
    <AppShell account={accountOf(caller)}>
      <NuqsAdapter>
        <HydrationBoundary state={dehydrate(queryClient)}>
          <PageWords rooms={['insights', 'entries', 'charts', 'times']}>
            <InsightsPage places={places} renderedAtMs={renderedAtMs} />
          </PageWords>
        </HydrationBoundary>
      </NuqsAdapter>
    </AppShell>
  )
}
