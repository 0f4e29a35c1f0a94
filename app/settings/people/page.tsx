import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { pageWords } from '@/app/page-words'
import { SettingsFrame, type SettingsSearch } from '@/app/settings/settings-frame'
import { makeQueryClient } from '@/components/layout/query-client'
import { PeoplePage } from '@/components/people/people-page'
import { peopleQuery } from '@/lib/people/queries'
import { listPeople } from '@/lib/people/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('settings')
  return { title: t('place_people') }
}

export default function SettingsPeoplePage({ searchParams }: { searchParams: SettingsSearch }) {
  return (
    <SettingsFrame
      place="people"
      path="/settings/people"
      right="people"
      rooms={['settings', 'people', 'stores']}
      searchParams={searchParams}
    >
      {async ({ caller, membership: { projectId } }) => {
        const queryClient = makeQueryClient()
        const first = { pages: [await listPeople(caller, { projectId })], pageParams: [{}] }
        queryClient.setQueryData(peopleQuery(projectId).queryKey, first)
        return (
          <HydrationBoundary state={dehydrate(queryClient)}>
            <PeoplePage projectId={projectId} />
          </HydrationBoundary>
        )
      }}
    </SettingsFrame>
  )
}
