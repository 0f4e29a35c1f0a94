import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { PageWords, pageWords } from '@/app/page-words'
import { requireStaff } from '@/app/require-staff'
import { foldedCookie, foldedValue } from '@/components/entries/charts/folded'
import { EntriesPage } from '@/components/entries/entries-page'
import { readAddress, viewOf } from '@/components/entries/filters/address'
import { placesOf } from '@/components/entries/places'
import { AppShell } from '@/components/layout/app-shell'
import { makeQueryClient } from '@/components/layout/query-client'
import { accountOf } from '@/lib/auth/service'
import { entryListQuery, rowsOf } from '@/lib/entries/queries'
import { EntrySearch } from '@/lib/entries/schema'
import { searchEntries } from '@/lib/entries/service'
import { listStores } from '@/lib/stores/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('entries')
  return { title: t('title') }
}

const rooms = ['entries', 'entryDetails', 'charts', 'entryCharts', 'entryFilters', 'entryViews', 'entryExport'] as const

const areFolded = async () => (await cookies()).get(foldedCookie)?.value === foldedValue

type Search = Record<string, string | string[] | undefined>

function pathOf(search: Search): string {
  const params = Object.entries(search).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
  return `/entries${params.length > 0 ? `?${new URLSearchParams(params)}` : ''}`
}

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams
  const caller = await requireStaff(pathOf(search))
  const t = await pageWords('entries')
  const places = placesOf({ memberships: caller.memberships, stores: await listStores(caller) }, (id) =>
    t('projectNamed', { id }),
  )
  const { filter, before, project, store } = viewOf(readAddress(search), places)
  const renderedAtMs = Date.now()
  const queryClient = makeQueryClient()
  if (project && store !== null) {
    // What is refused here is refused to the browser as well, which says it with its request id.
    const first = { ...entryListQuery({ filter, startedAtMs: renderedAtMs, before }), retry: false }
    const queryFn = () =>
      searchEntries(caller, EntrySearch.parse(rowsOf({ filter, startedAtMs: renderedAtMs, before })))
    await queryClient.infiniteQuery({ ...first, queryFn }).catch(() => {})
  }
  return (
    <AppShell account={accountOf(caller)}>
      <NuqsAdapter>
        <HydrationBoundary state={dehydrate(queryClient)}>
          <PageWords rooms={[...rooms]}>
            <EntriesPage places={places} renderedAtMs={renderedAtMs} areChartsFolded={await areFolded()} />
          </PageWords>
        </HydrationBoundary>
      </NuqsAdapter>
    </AppShell>
  )
}
