import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { LanguageChoice } from '@/components/language/language-choice'
import { AriaLocale } from '@/components/layout/aria-locale'
import { BrandMark } from '@/components/layout/brand-mark'
import { ReturnToBoard } from '@/components/layout/return-to-board'
import { isPairedTablet } from '@/lib/tablets/service'

/** A page in front of the door: for whoever is not in yet. */
export async function EntrancePage({ title, children }: { title: string; children: ReactNode }) {
  // A browser that was a tablet once may be somebody's own by now.
  const isTablet = await isPairedTablet(await headers())
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr]">
      <div className="on-asphalt flex items-center gap-3.5 px-6 py-5">
        <BrandMark className="h-[42px] w-9" />
        <span className="font-sign text-[28px] leading-none font-bold">Baycall</span>
      </div>
      <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-6 py-8 sm:justify-center">
        <h1 className="font-sign text-4xl font-bold text-balance wrap-anywhere">{title}</h1>
        <AriaLocale>{children}</AriaLocale>
        <LanguageChoice className="mt-4" />
        {isTablet && <ReturnToBoard />}
      </div>
    </main>
  )
}
