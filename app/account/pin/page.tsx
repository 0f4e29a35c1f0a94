import type { Metadata } from 'next'
import { PageWords, pageWords } from '@/app/page-words'
import { requireStaff } from '@/app/require-staff'
import { AppShell } from '@/components/layout/app-shell'
import { PageHeader } from '@/components/layout/page-header'
import { OwnPin } from '@/components/tablets/pins/own-pin'
import { accountOf, projectsWith } from '@/lib/auth/service'
import { listOwnProjectNames } from '@/lib/settings/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('pins')
  return { title: t('ownTitle') }
}

/** Where somebody sets the PIN that names them on a shared tablet. */
export default async function OwnPinPage() {
  const caller = await requireStaff('/account/pin')
  const t = await pageWords('pins')
  const projects = await listOwnProjectNames(
    caller,
    projectsWith(caller, 'board').map(({ projectId }) => projectId),
  )
  return (
    <AppShell account={accountOf(caller)}>
      <PageHeader title={t('ownTitle')} />
      <PageWords rooms={['pins']}>
        <div className="flex max-w-2xl flex-col gap-5">
          <p className="text-soft">{t('ownText')}</p>
          {projects.map((project) => (
            <OwnPin key={project.projectId} {...project} />
          ))}
        </div>
      </PageWords>
    </AppShell>
  )
}
