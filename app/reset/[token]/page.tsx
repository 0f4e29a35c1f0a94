import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { EntrancePage } from '@/app/entrance-page'
import { PageWords, pageWords } from '@/app/page-words'
import { ResetForm } from '@/components/entrance/reset-form'
import { ButtonLink } from '@/components/ui/button'
import { orRefusePage } from '@/lib/http/page-answer'
import { readReset } from '@/lib/reset/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('invitation')
  return { title: t('resetTitle'), robots: { index: false } }
}

export default async function ResetPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await pageWords('invitation')
  const { fate, email } = await orRefusePage(async () => readReset(token, { headers: await headers() }, new Date()))
  if (fate !== 'open' || email === null) {
    // What an invitation says of itself is not true of a link that ended with its maker's session or part.
    const gone = fate === 'open' ? 'unknown' : fate
    return (
      <EntrancePage title={t(gone === 'withdrawn' ? 'resetWithdrawn' : `gone_${gone}`)}>
        <p>{t('resetGoneText')}</p>
        <ButtonLink href="/sign-in" tone="kerb" size="board">
          {t('toSignIn')}
        </ButtonLink>
      </EntrancePage>
    )
  }
  return (
    <EntrancePage title={t('resetTitle')}>
      <PageWords rooms={['invitation', 'account']}>
        <ResetForm token={token} email={email} />
      </PageWords>
    </EntrancePage>
  )
}
