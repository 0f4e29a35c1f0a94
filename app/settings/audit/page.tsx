import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { pageWords } from '@/app/page-words'
import { SettingsFrame, type SettingsSearch } from '@/app/settings/settings-frame'
import { AuditPage } from '@/components/audit/audit-page'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('settings')
  return { title: t('place_audit') }
}

export default function AuditSettingsPage({ searchParams }: { searchParams: SettingsSearch }) {
  return (
    <SettingsFrame
      place="audit"
      path="/settings/audit"
      right="audit"
      rooms={['settings', 'audit', 'auditActions']}
      searchParams={searchParams}
    >
      {({ membership: { projectId } }) => (
        <NuqsAdapter>
          <AuditPage key={projectId} projectId={projectId} />
        </NuqsAdapter>
      )}
    </SettingsFrame>
  )
}
