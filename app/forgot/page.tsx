import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { EntrancePage } from '@/app/entrance-page'
import { PageWords, pageWords } from '@/app/page-words'
import { ForgotForm } from '@/components/entrance/reset-form'
import { ButtonLink } from '@/components/ui/button'
import { mailsResets } from '@/lib/reset/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('invitation')
  return { title: t('forgotTitle') }
}

export default async function ForgotPage() {
  // Whether mails are sent is a setting of the running server: nothing here is known when it is built.
  await headers()
  const t = await pageWords('invitation')
  return (
    <EntrancePage title={t('forgotTitle')}>
      <PageWords rooms={['invitation', 'account']}>
        {mailsResets() ? <ForgotForm /> : <p>{t('forgotOff')}</p>}
      </PageWords>
      <ButtonLink href="/sign-in" size="board">
        {t('toSignIn')}
      </ButtonLink>
    </EntrancePage>
  )
}
