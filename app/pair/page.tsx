import { TriangleAlert } from 'lucide-react'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { PageWords, pageWords } from '@/app/page-words'
import { LanguageChoice } from '@/components/language/language-choice'
import { AriaLocale } from '@/components/layout/aria-locale'
import { BrandMark } from '@/components/layout/brand-mark'
import { PairingScreen } from '@/components/tablets/pairing/pairing-screen'
import { findStaffByCookie } from '@/lib/auth/service'
import { hasTabletCookie } from '@/lib/tablets/service'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('pairing')
  return { title: t('title') }
}

/** What a store's tablet shows before it is paired: nobody signs in for it. */
export default async function PairPage() {
  const sent = await headers()
  const caller = await findStaffByCookie({ headers: sent }, new Date())
  if (caller?.tablet) redirect('/board')
  const t = await pageWords('pairing')
  return (
    <main className="mx-auto flex min-h-dvh max-w-4xl flex-col gap-6 px-4 py-6 sm:px-8 sm:py-10">
      <header className="flex items-center gap-4">
        <span className="on-asphalt flex shrink-0 rounded-control px-2.5 pt-2.5">
          <BrandMark className="h-[42px] w-9" />
        </span>
        <div className="min-w-0">
          <h1 className="font-sign text-3xl leading-9 font-bold sm:text-4xl">{t('title')}</h1>
          <p className="text-soft">{t('lead')}</p>
        </div>
      </header>
      {!caller && hasTabletCookie(sent) && (
        <p className="flex gap-3 rounded-control border border-over bg-over-tint px-4 py-3">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-over" />
          <span>
            <strong className="block">{t('unpaired')}</strong>
            {t('unpairedText')}
          </span>
        </p>
      )}
      <PageWords rooms={['pairing']}>
        <AriaLocale>
          <PairingScreen />
        </AriaLocale>
      </PageWords>
      <footer className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
        {t('person')}
        <a href="/sign-in" className="flex min-h-12 items-center font-semibold text-ink underline underline-offset-4">
          {t('signIn')}
        </a>
        <LanguageChoice className="ms-auto" />
      </footer>
    </main>
  )
}
