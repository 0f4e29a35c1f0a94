import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { pageWords } from '@/app/page-words'
import { SettingsFrame } from '@/app/settings/settings-frame'
import { makeQueryClient } from '@/components/layout/query-client'
import { PairForm } from '@/components/tablets/pair-form'
import { PinPeople } from '@/components/tablets/pins/pin-people'
import { TabletList } from '@/components/tablets/tablet-list'
import { pinPeopleQuery } from '@/lib/pins/queries'
import { listPeople } from '@/lib/pins/service'
import { tabletsQuery } from '@/lib/tablets/queries'
import { listTablets } from '@/lib/tablets/service'

const path = '/settings/tablets'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('tablets')
  return { title: t('title') }
}

type TabletsPageProps = { searchParams: Promise<{ project?: string | string[]; code?: string | string[] }> }

export default async function TabletsPage({ searchParams }: TabletsPageProps) {
  const { code } = await searchParams
  const scanned = typeof code === 'string' ? code : ''
  return (
    <SettingsFrame
      place="tablets"
      path={path}
      // Whoever scanned a tablet's code and has to sign in first comes back with it.
      returnTo={scanned ? `${path}?${new URLSearchParams({ code: scanned })}` : path}
      right="tablets"
      rooms={['settings', 'tablets', 'pins', 'stores']}
      searchParams={searchParams}
    >
      {async ({ caller, membership: { projectId, destinationIds } }) => {
        const queryClient = makeQueryClient()
        const people = await listPeople(caller, projectId)
        queryClient.setQueryData(tabletsQuery(projectId).queryKey, await listTablets(caller, projectId))
        queryClient.setQueryData(pinPeopleQuery(projectId).queryKey, people)
        // The same list as the one that is hydrated, not another: there may be thousands, and it is sent once.
        const { stores } = people.rules
        return (
          <HydrationBoundary state={dehydrate(queryClient)}>
            <div key={projectId} className="flex max-w-4xl flex-col gap-8">
              <PairForm projectId={projectId} code={scanned} stores={stores} />
              <TabletList projectId={projectId} stores={stores} />
              <PinPeople projectId={projectId} hasAllStores={destinationIds === null} />
            </div>
          </HydrationBoundary>
        )
      }}
    </SettingsFrame>
  )
}
