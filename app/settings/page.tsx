import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageWords, pageWords } from '@/app/page-words'
import { requireStaff } from '@/app/require-staff'
import { AppShell } from '@/components/layout/app-shell'
import { PageHeader } from '@/components/layout/page-header'
import { makeQueryClient } from '@/components/layout/query-client'
import { ManagersOnly } from '@/components/settings/managers-only'
import { ProjectForm } from '@/components/settings/project-form'
import { ProjectLinks } from '@/components/settings/project-links'
import { StoreLinks } from '@/components/settings/store-links'
import { accountOf } from '@/lib/auth/service'
import { projectSettingsQuery } from '@/lib/settings/queries'
import { getProjectSettings, managedProjects } from '@/lib/settings/service'
import { listStores } from '@/lib/stores/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('settings')
  return { title: t('title') }
}

type SettingsPageProps = { searchParams: Promise<{ project?: string | string[] }> }

export default async function SettingsPage({ searchParams }: SettingsPageProps) {
  const caller = await requireStaff('/settings')
  const t = await pageWords('settings')
  const { project: wanted } = await searchParams
  const projects = await managedProjects(caller)
  const project = projects.find(({ projectId }) => projectId === wanted) ?? projects[0]
  const stores = (await listStores(caller)).filter(({ projectId }) => projectId === project?.projectId)
  const queryClient = makeQueryClient()
  if (project) {
    const { projectId } = project
    queryClient.setQueryData(projectSettingsQuery(projectId).queryKey, await getProjectSettings(caller, projectId))
  }
  return (
    <AppShell account={accountOf(caller)}>
      <PageHeader title={project ? t('titleOf', { name: project.projectName }) : t('title')} />
      <PageWords rooms={['settings', 'redaction', 'retention', 'stores', 'times']}>
        {!project && <ManagersOnly />}
        {project && (
          <div className="max-w-4xl">
            <ProjectLinks projects={projects} projectId={project.projectId} />
            <HydrationBoundary state={dehydrate(queryClient)}>
              <div className="flex flex-col gap-8">
                <StoreLinks stores={stores} />
                <section aria-labelledby="all">
                  <h2 id="all" className="mb-2.5 font-sign text-2xl font-bold">
                    {t('allStores')}
                  </h2>
                  <ProjectForm projectId={project.projectId} />
                </section>
              </div>
            </HydrationBoundary>
          </div>
        )}
      </PageWords>
    </AppShell>
  )
}
