import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { PageWords, pageWords } from '@/app/page-words'
import { requireStaff } from '@/app/require-staff'
import { placesOf } from '@/components/entries/places'
import { HistoryForManagers } from '@/components/history/managers-only'
import { readAddress, viewOf } from '@/components/insights/filters/address'
import { InsightsPage } from '@/components/insights/insights-page'
import { AppShell } from '@/components/layout/app-shell'
import { PageHeader } from '@/components/layout/page-header'
import { makeQueryClient } from '@/components/layout/query-client'
import { accountOf, projectsWith } from '@/lib/auth/service'
import { insightsQuery } from '@/lib/insights/queries'
import { getInsightsView } from '@/lib/insights/service'
import { listStores } from '@/lib/stores/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('insights')
  return { title: t('title') }
}

const longestReportMs = 500
// What stands in a page is made in one piece: of more stores the browser asks for the report.
const mostStores = 300

type Search = Record<string, string | string[] | undefined>

function pathOf(search: Search): string {
  const params = Object.entries(search).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
  return `/insights${params.length > 0 ? `?${new URLSearchParams(params)}` : ''}`
}

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams
  const caller = await requireStaff(pathOf(search), 'pageOfLists')
  const [t, entries] = [await pageWords('insights'), await pageWords('entries')]
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
  const places = placesOf({ memberships: history, stores }, (id) => entries('projectNamed', { id }))
  const renderedAtMs = Date.now()
  const { filter, project, range, stores: listed } = viewOf(address, places, new Date(renderedAtMs))
  // An address that names its project and its days shows the same to a colleague, and tomorrow. Completed here: a browser
  // that does it while the page comes to life takes back where somebody has just gone from it.
  const whole = { project: project?.projectId, first: range.startDate, last: range.endDate }
  const isWhole = address.project !== null && address.first === whole.first && address.last === whole.last
  if (project && !isWhole) redirect(pathOf({ ...search, ...whole }))
  const queryClient = makeQueryClient()
  if (filter && (filter.destinationId !== undefined || listed.length <= mostStores)) {
    // What is refused here is refused to the browser as well, which says it with its request id.
    // What takes its time the browser asks for, while the page stands there already, and others' pages are made.
    const gone = AbortSignal.timeout(longestReportMs)
    const asked = { ...insightsQuery(filter), retry: false, queryFn: () => getInsightsView(caller, filter, gone) }
    await queryClient.prefetchQuery(asked)
  }
  return (
    <AppShell account={accountOf(caller)}>
      <NuqsAdapter>
        <HydrationBoundary state={dehydrate(queryClient)}>
          <PageWords rooms={['insights', 'entries', 'charts', 'times', 'stores']}>
            <InsightsPage places={places} renderedAtMs={renderedAtMs} />
          </PageWords>
        </HydrationBoundary>
      </NuqsAdapter>
    </AppShell>
  )
}
