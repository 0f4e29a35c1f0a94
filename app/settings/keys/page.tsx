import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { pageWords } from '@/app/page-words'
import { SettingsFrame, type SettingsSearch } from '@/app/settings/settings-frame'
import { KeysPage } from '@/components/keys/keys-page'
import { makeQueryClient } from '@/components/layout/query-client'
import { keysQuery } from '@/lib/keys/queries'
import { listKeys } from '@/lib/keys/service'
import { listStores } from '@/lib/stores/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('settings')
  return { title: t('place_keys') }
}

export default function KeysSettingsPage({ searchParams }: { searchParams: SettingsSearch }) {
  return (
    <SettingsFrame
      place="keys"
      path="/settings/keys"
      right="keys"
      rooms={['settings', 'apiKeys', 'stores']}
      searchParams={searchParams}
    >
      {async ({ caller, membership: { projectId } }) => {
        const stores = await listStores(caller, { projectId, areNames: true })
        const queryClient = makeQueryClient()
        queryClient.setQueryData(keysQuery(projectId).queryKey, await listKeys(caller, projectId, new Date()))
        return (
          <HydrationBoundary state={dehydrate(queryClient)}>
            <KeysPage
              key={projectId}
              projectId={projectId}
              stores={stores.map(({ destinationId, name, isNew }) => ({ destinationId, name, isNew }))}
            />
          </HydrationBoundary>
        )
      }}
    </SettingsFrame>
  )
}
