import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { PageWords, pageWords } from '@/app/page-words'
import { requireBoard } from '@/app/require-staff'
import { AppShell } from '@/components/layout/app-shell'
import { PageHeader } from '@/components/layout/page-header'
import { makeQueryClient } from '@/components/layout/query-client'
import { StorePicker } from '@/components/stores/store-picker'
import { accountOf } from '@/lib/auth/service'
import { boardPath } from '@/lib/board/queries'
import { storesQuery } from '@/lib/stores/queries'
import { listStoresOfPage } from '@/lib/stores/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('stores')
  return { title: t('title') }
}

export default async function StoresPage() {
  const caller = await requireBoard('/board')
  const { stores, isPart } = await listStoresOfPage(caller)
  const only = stores.length === 1 && stores[0]
  if (only) redirect(boardPath(only))
  const queryClient = makeQueryClient()
  const t = await pageWords('stores')
  queryClient.setQueryData(storesQuery().queryKey, stores)
  return (
    <AppShell account={accountOf(caller)}>
      <PageHeader title={t('choose')} />
      <HydrationBoundary state={dehydrate(queryClient)}>
        <PageWords rooms={['stores', 'times']}>
          <StorePicker renderedAtMs={Date.now()} isPart={isPart} />
        </PageWords>
      </HydrationBoundary>
    </AppShell>
  )
}
