import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { pageWords } from '@/app/page-words'
import { SettingsFrame, type SettingsSearch } from '@/app/settings/settings-frame'
import { makeQueryClient } from '@/components/layout/query-client'
import { ProjectForm } from '@/components/settings/project-form'
import { StoreLinks } from '@/components/settings/store-links'
import { projectsWith } from '@/lib/auth/service'
import { projectSettingsQuery } from '@/lib/settings/queries'
import { getProjectSettings } from '@/lib/settings/service'
import { listStores } from '@/lib/stores/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('settings')
  return { title: t('title') }
}

export default function SettingsPage({ searchParams }: { searchParams: SettingsSearch }) {
  return (
    <SettingsFrame
      place="general"
      path="/settings"
      right="store"
      rooms={['settings', 'redaction', 'retention', 'newStores', 'stores', 'times']}
      searchParams={searchParams}
    >
      {async ({ caller, membership: { projectId, role } }) => {
        const t = await pageWords('settings')
        const found = await listStores(caller, { projectId })
        const stores = found.map(({ destinationId, name, isNew }) => ({ destinationId, name, isNew }))
        const queryClient = makeQueryClient()
        // Whoever has some stores alone decides for those: a form that is refused is none.
        const decidesForAll = projectsWith(caller, 'project').some((one) => one.projectId === projectId)
        if (decidesForAll) {
          queryClient.setQueryData(
            projectSettingsQuery(projectId).queryKey,
            await getProjectSettings(caller, projectId),
          )
        }
        return (
          <HydrationBoundary state={dehydrate(queryClient)}>
            <div className="flex max-w-4xl flex-col gap-8">
              <StoreLinks key={projectId} projectId={projectId} stores={stores} />
              {decidesForAll && (
                <section aria-labelledby="all">
                  <h2 id="all" className="mb-2.5 font-sign text-2xl font-bold">
                    {t('allStores')}
                  </h2>
                  <ProjectForm projectId={projectId} isOwner={role === 'owner'} />
                </section>
              )}
            </div>
          </HydrationBoundary>
        )
      }}
    </SettingsFrame>
  )
}
