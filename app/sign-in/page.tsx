import { TabletSmartphone } from 'lucide-react'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { PageWords, pageWords } from '@/app/page-words'
import { SignInForm } from '@/app/sign-in/sign-in-form'
import { SignInScene } from '@/app/sign-in/sign-in-scene'
import { LanguageChoice } from '@/components/language/language-choice'
import { AriaLocale } from '@/components/layout/aria-locale'
import { BrandMark } from '@/components/layout/brand-mark'
import { ReturnToBoard } from '@/components/layout/return-to-board'
import { findStaffByCookie } from '@/lib/auth/service'
import { returnPath } from '@/lib/http/return-path'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('signIn')
  return { title: t('title') }
}

type SignInPageProps = { searchParams: Promise<{ next?: string | string[] }> }

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const next = returnPath((await searchParams).next)
  const caller = await findStaffByCookie({ headers: await headers() }, new Date())
  // On a tablet a person may sign in all the same.
  if (caller && !caller.tablet) redirect(next)
  const t = await pageWords('signIn')
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[1.1fr_1fr] lg:grid-rows-1">
      <div className="on-asphalt relative flex flex-col overflow-hidden px-6 pt-8 pb-7 lg:justify-between lg:p-12">
        <div className="flex items-center gap-3.5">
          <BrandMark className="h-[42px] w-9" />
          <span className="font-sign text-[28px] leading-none font-bold">Baycall</span>
        </div>
        <p className="mt-6 max-w-[16ch] font-sign text-balance text-[40px] leading-[1.02] font-bold lg:mt-0 lg:text-[68px]">
          {t('motto')}
        </p>
        <SignInScene />
      </div>
      <div className="flex flex-col px-6 py-8 sm:mx-auto sm:w-full sm:max-w-md lg:justify-center">
        <h1 className="mb-6 font-sign text-4xl font-bold">{t('title')}</h1>
        <PageWords rooms={['signIn', 'invitation']}>
          <AriaLocale>
            <SignInForm next={next} />
          </AriaLocale>
        </PageWords>
        {caller && <ReturnToBoard />}
        <a
          href={caller ? '/board' : '/pair'}
          className="mt-6 flex min-h-[52px] items-center gap-3 rounded-control border border-line px-4 font-semibold hover:border-edge"
        >
          <TabletSmartphone aria-hidden="true" className="size-5 shrink-0" />
          {t(caller ? 'wayBack' : 'tablet')}
        </a>
        <LanguageChoice className="mt-8" />
      </div>
    </main>
  )
}
