import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageWords, pageWords } from '@/app/page-words'
import { requireStaff } from '@/app/require-staff'
import { AccountPage } from '@/components/account/account-page'
import { AppShell } from '@/components/layout/app-shell'
import { PageHeader } from '@/components/layout/page-header'
import { makeQueryClient } from '@/components/layout/query-client'
import { accountQuery } from '@/lib/account/queries'
import { getOwnAccount } from '@/lib/account/service'
import { accountOf } from '@/lib/auth/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('account')
  return { title: t('title') }
}

export default async function OwnAccountPage() {
  const caller = await requireStaff('/account')
  const t = await pageWords('account')
  const queryClient = makeQueryClient()
  queryClient.setQueryData(accountQuery().queryKey, await getOwnAccount(caller, new Date()))
  return (
    <AppShell account={accountOf(caller)}>
      <PageHeader title={t('title')} />
      <HydrationBoundary state={dehydrate(queryClient)}>
        <PageWords rooms={['account', 'invitation']}>
          <AccountPage />
        </PageWords>
      </HydrationBoundary>
    </AppShell>
  )
}
