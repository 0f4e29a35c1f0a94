import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { PageWords, pageWords } from '@/app/page-words'
import { requireStaff } from '@/app/require-staff'
import { foldedCookie, foldedValue } from '@/components/entries/charts/folded'
import { EntriesPage } from '@/components/entries/entries-page'
import { readAddress, viewOf } from '@/components/entries/filters/address'
import { placesOf } from '@/components/entries/places'
import { HistoryForManagers } from '@/components/history/managers-only'
import { AppShell } from '@/components/layout/app-shell'
import { PageHeader } from '@/components/layout/page-header'
import { makeQueryClient } from '@/components/layout/query-client'
import { accountOf, projectsWith } from '@/lib/auth/service'
import { entryKeys, entryListQuery, rowsOf } from '@/lib/entries/queries'
import { EntrySearch } from '@/lib/entries/schema'
import { searchEntries } from '@/lib/entries/service'
import { findInstall } from '@/lib/installs/service'
import { listStores } from '@/lib/stores/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('entries')
  return { title: t('title') }
}

const rooms = [
  'entries',
  'entryDetails',
  'charts',
  'entryCharts',
  'entryFilters',
  'entryViews',
  'entryExport',
  'stores',
] as const

const areFolded = async () => (await cookies()).get(foldedCookie)?.value === foldedValue

type Search = Record<string, string | string[] | undefined>

function pathOf(search: Search): string {
  const params = Object.entries(search).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
  return `/entries${params.length > 0 ? `?${new URLSearchParams(params)}` : ''}`
}

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams
  const caller = await requireStaff(pathOf(search), 'pageOfLists')
  const t = await pageWords('entries')
  const history = projectsWith(caller, 'history')
  if (history.length === 0) {
    return (
      <AppShell account={accountOf(caller)}>
        <PageHeader title={t('title')} />
        <PageWords rooms={['history']}>
          <HistoryForManagers />
        </PageWords>
      </AppShell>
    )
  }
  const address = readAddress(search)
  const stores = await listStores(caller, { areNames: true, destinationId: address.store || undefined })
  const places = placesOf({ memberships: history, stores }, (id) => t('projectNamed', { id }))
  const { filter, before, project, store } = viewOf(address, places)
  const { sealedInstall, ...others } = filter
  const install = project && sealedInstall ? findInstall(caller, project.projectId, sealedInstall) : null
  // An address that names its project shows the same to a colleague who has several. Completed here: a browser that does it
  // while the page comes to life takes back where somebody has just gone from it.
  if (project && !address.project) redirect(pathOf({ ...search, project: project.projectId }))
  // A name of an install that opens nothing is a typo in the address, and left out of it.
  if (project && sealedInstall && !install) redirect(pathOf({ ...search, install: undefined }))
  const renderedAtMs = Date.now()
  const queryClient = makeQueryClient()
  if (project && store !== null) {
    // What is refused here is refused to the browser as well, which says it with its request id.
    const first = { ...entryListQuery({ filter, startedAtMs: renderedAtMs, before }), retry: false }
    const rows = rowsOf({ filter: others, startedAtMs: renderedAtMs, before })
    const queryFn = () => searchEntries(caller, EntrySearch.parse({ ...rows, installRef: install?.installRef }))
    if (install) queryClient.setQueryData(entryKeys.install({ projectId: project.projectId, sealedInstall }), install)
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
