import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageWords, pageWords } from '@/app/page-words'
import { requireStaff } from '@/app/require-staff'
import { AppShell } from '@/components/layout/app-shell'
import { PageHeader } from '@/components/layout/page-header'
import { makeQueryClient } from '@/components/layout/query-client'
import { ManagersOnly } from '@/components/settings/managers-only'
import { RemoveStore } from '@/components/settings/remove-store'
import { StoreForm } from '@/components/settings/store-form'
import { ButtonLink } from '@/components/ui/button'
import { accountOf, projectsWith } from '@/lib/auth/service'
import { boardPath, storeFromPath } from '@/lib/board/queries'
import { storeSettingsPath, storeSettingsQuery } from '@/lib/settings/queries'
import { getStoreSettings } from '@/lib/settings/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('settings')
  return { title: t('title') }
}

type StorePageProps = { params: Promise<{ projectId: string; destinationId: string }> }

export default async function StoreSettingsPage({ params }: StorePageProps) {
  const store = storeFromPath(await params) ?? notFound()
  const caller = await requireStaff(storeSettingsPath(store))
  const t = await pageWords('settings')
  const settings = await getStoreSettings(caller, store).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'right_missing') return null
    if (code === 'store_not_found') notFound()
    throw error
  })
  const queryClient = makeQueryClient()
  const mayRemove = projectsWith(caller, 'project').some(({ projectId }) => projectId === store.projectId)
  if (settings) queryClient.setQueryData(storeSettingsQuery(store).queryKey, settings)
  return (
    <AppShell account={accountOf(caller)}>
      <PageHeader title={settings ? t('titleOf', { name: settings.name }) : t('title')}>
        <ButtonLink href={boardPath(store)}>{t('toBoard')}</ButtonLink>
        <ButtonLink href={`/settings?project=${store.projectId}`}>
          <ChevronLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
          {t('allSettings')}
        </ButtonLink>
      </PageHeader>
      <PageWords rooms={['settings', 'times', 'storeRemoval']}>
        {!settings && <ManagersOnly />}
        {settings && (
          <HydrationBoundary state={dehydrate(queryClient)}>
            <div className="flex max-w-4xl flex-col gap-8">
              <StoreForm {...store} />
              {mayRemove && <RemoveStore {...store} name={settings.name} />}
            </div>
          </HydrationBoundary>
        )}
      </PageWords>
    </AppShell>
  )
}
