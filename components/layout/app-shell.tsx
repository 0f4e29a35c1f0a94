'use client'

import clsx from 'clsx/lite'
import { ChartColumn, LayoutGrid, List, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useWords } from '@/components/language/language-provider'
import { AccountMenu } from '@/components/layout/account-menu-button'
import { AriaLocale } from '@/components/layout/aria-locale'
import { BrandMark } from '@/components/layout/brand-mark'
import { useOtherTabs } from '@/components/layout/other-tabs'
import { hasAnywhere, type Right } from '@/lib/auth/model'
import type { StaffAccount } from '@/lib/auth/schema'

type Place = {
  href: string
  label: 'board' | 'entries' | 'insights' | 'settings'
  icon: LucideIcon
  /** What an account needs somewhere for this to lead anywhere. */
  right?: Right
}

const places: Place[] = [
  { href: '/board', label: 'board', icon: LayoutGrid },
  { href: '/entries', label: 'entries', icon: List, right: 'history' },
  { href: '/insights', label: 'insights', icon: ChartColumn, right: 'history' },
  { href: '/settings', label: 'settings', icon: SlidersHorizontal, right: 'store' },
]

const itemClass =
  'flex min-h-[56px] w-full flex-col items-center justify-center gap-1 rounded-control px-0.5 text-xs font-medium text-paint-soft hover:bg-asphalt-raised hover:text-paint'

function Places({ account }: { account: StaffAccount }) {
  const path = usePathname()
  const t = useWords('shell')
  const shown = places.filter(({ right }) => !right || hasAnywhere(account, right))
  return shown.map(({ href, label, icon: Icon }) => {
    const isHere = path === href || path.startsWith(`${href}/`)
    return (
      <li key={href} className="min-w-0 flex-auto lg:flex-none">
        <Link
          href={href}
          aria-current={isHere ? 'page' : undefined}
          className={clsx(itemClass, isHere && 'bg-asphalt-raised font-semibold text-paint!')}
        >
          <Icon aria-hidden="true" className="size-5" strokeWidth={isHere ? 2.25 : 1.75} />
          <span className="max-w-full truncate">{t(label)}</span>
        </Link>
      </li>
    )
  })
}

/** Managers' pages: a rail at the left from 1024 px on, a bar at the bottom below that. One `main`, already padded. */
export function AppShell({ account, children }: { account: StaffAccount; children: ReactNode }) {
  const t = useWords('shell')
  useOtherTabs(account)
  return (
    <div className="min-h-dvh pb-[72px] lg:pb-0 lg:ps-[92px]">
      <a
        href="#main"
        className="sr-only z-50 focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:rounded-control focus:bg-card focus:px-4 focus:py-3"
      >
        {t('skip')}
      </a>
      <nav
        aria-label={t('main')}
        className="places on-asphalt fixed inset-x-0 bottom-0 z-30 px-2 pt-1.5 pb-[max(6px,env(safe-area-inset-bottom))] lg:inset-y-0 lg:end-auto lg:w-[92px] lg:px-0.5 lg:py-3.5"
      >
        <Link href="/board" aria-label="Baycall" className="mx-auto mb-5 hidden w-fit rounded-chip p-1 lg:block">
          <BrandMark className="h-[42px] w-9" />
        </Link>
        <ul className="mx-auto flex max-w-md gap-px sm:gap-1 lg:h-[calc(100%-70px)] lg:flex-col lg:gap-2">
          <Places account={account} />
          <li className="min-w-0 flex-auto lg:mt-auto lg:flex-none">
            <AccountMenu account={account} triggerClassName={itemClass}>
              {t('account')}
            </AccountMenu>
          </li>
        </ul>
      </nav>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1920px] px-4 py-5 outline-none sm:px-7 sm:py-6">
        <AriaLocale>{children}</AriaLocale>
      </main>
    </div>
  )
}
