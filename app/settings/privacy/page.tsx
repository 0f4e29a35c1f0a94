import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { pageWords } from '@/app/page-words'
import { SettingsFrame, type SettingsSearch } from '@/app/settings/settings-frame'
import { makeQueryClient } from '@/components/layout/query-client'
import { CustomerSearch } from '@/components/privacy/customer-search'
import { PrivacySettings } from '@/components/privacy/privacy-settings'
import { privacyQuery } from '@/lib/privacy/queries'
import { getPrivacy } from '@/lib/privacy/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('privacy')
  return { title: t('title') }
}

export default function PrivacyPage({ searchParams }: { searchParams: SettingsSearch }) {
  return (
    <SettingsFrame
      place="privacy"
      path="/settings/privacy"
      right="privacy"
      rooms={['privacy', 'stores', 'times']}
      searchParams={searchParams}
    >
      {async ({ caller, membership: { projectId } }) => {
        const queryClient = makeQueryClient()
        queryClient.setQueryData(privacyQuery(projectId).queryKey, await getPrivacy(caller, projectId))
        return (
          <HydrationBoundary state={dehydrate(queryClient)}>
            <div className="flex max-w-4xl flex-col gap-5" key={projectId}>
              <CustomerSearch projectId={projectId} />
              <PrivacySettings projectId={projectId} />
            </div>
          </HydrationBoundary>
        )
      }}
    </SettingsFrame>
  )
}
