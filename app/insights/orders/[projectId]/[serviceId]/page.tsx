import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageWords, pageWords } from '@/app/page-words'
import { requireStaff } from '@/app/require-staff'
import { HistoryForManagers } from '@/components/history/managers-only'
import { readAddress, writeAddress } from '@/components/insights/filters/address'
import { PastOrder } from '@/components/insights/order/past-order'
import { AppShell } from '@/components/layout/app-shell'
import { PageHeader } from '@/components/layout/page-header'
import { accountOf, projectsWith } from '@/lib/auth/service'
import { pastOrderPath } from '@/lib/insights/queries'
import { PastOrderPath } from '@/lib/insights/schema'
import { findPastOrder } from '@/lib/insights/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('insights')
  return { title: t('order') }
}

type PageProps = {
  params: Promise<{ projectId: string; serviceId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function Page({ params, searchParams }: PageProps) {
  const named = PastOrderPath.safeParse(await params).data ?? notFound()
  // What was looked at before, and is gone back to.
  const from = writeAddress({ ...readAddress(await searchParams), project: named.projectId })
  const caller = await requireStaff(`${pastOrderPath(named)}${from}`)
  const t = await pageWords('insights')
  const mayRead = projectsWith(caller, 'history').some(({ projectId }) => projectId === named.projectId)
  const isMember = caller.memberships.some(({ projectId }) => projectId === named.projectId)
  if (isMember && !mayRead) {
    return (
      <AppShell account={accountOf(caller)}>
        <PageHeader title={t('order')} />
        <PageWords rooms={['history']}>
          <HistoryForManagers />
        </PageWords>
      </AppShell>
    )
  }
  const found = (await findPastOrder(caller, named)) ?? notFound()
  return (
    <AppShell account={accountOf(caller)}>
      <PageWords rooms={['insights', 'board', 'timeline', 'times', 'masking']}>
        <PastOrder {...found} insightsPath={`/insights${from}`} />
      </PageWords>
    </AppShell>
  )
}
