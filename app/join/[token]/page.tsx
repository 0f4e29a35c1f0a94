import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { EntrancePage } from '@/app/entrance-page'
import { PageWords, pageWords } from '@/app/page-words'
import { JoinForm } from '@/components/entrance/join-form'
import { ButtonLink } from '@/components/ui/button'
import { findStaffByCookie } from '@/lib/auth/service'
import { orRefusePage } from '@/lib/http/page-answer'
import { readInvitation, type ShownInvitation } from '@/lib/invitations/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('invitation')
  return { title: t('pageTitle'), robots: { index: false } }
}

type Open = Extract<ShownInvitation, { fate: 'open' }>

// A chain's hundred names are nothing to read.
const mostNames = 4

async function storesIn({ storeNames }: Open): Promise<string> {
  const t = await pageWords('invitation')
  if (storeNames === null) return t('allStores')
  const names = storeNames.slice(0, mostNames).join(', ')
  const count = storeNames.length - mostNames
  return t('someStores', { stores: count > 0 ? t('moreStores', { names, count }) : names })
}

export default async function JoinPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const now = new Date()
  const t = await pageWords('invitation')
  const invitation = await orRefusePage(async () => readInvitation(token, { headers: await headers() }, now))
  if (invitation.fate !== 'open') {
    return (
      <EntrancePage title={t(`gone_${invitation.fate}`)}>
        <p>{t('goneText')}</p>
        <ButtonLink href="/sign-in" tone="kerb" size="board">
          {t('toSignIn')}
        </ButtonLink>
      </EntrancePage>
    )
  }
  const caller = await findStaffByCookie({ headers: await headers() }, now)
  // Nobody is signed in on a tablet: who joins there does so as anywhere.
  const signedInAs = caller && !caller.tablet ? caller.email : null
  const { projectName, invitedByName, role, email, hasAccount } = invitation
  return (
    <EntrancePage title={t('title', { project: projectName })}>
      <p className="wrap-anywhere">
        {t('asks', { who: invitedByName, role })} {await storesIn(invitation)}
      </p>
      <PageWords rooms={['invitation', 'account']}>
        <JoinForm token={token} email={email} hasAccount={hasAccount} signedInAs={signedInAs} />
      </PageWords>
    </EntrancePage>
  )
}
