'use client'

import {
  ChartColumn,
  Keyboard,
  KeyRound,
  LayoutGrid,
  List,
  LogIn,
  LogOut,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { Header, Menu, MenuItem, MenuSection, Popover } from 'react-aria-components/Menu'
import { LanguageItems } from '@/components/language/language-items'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import type { Words } from '@/components/language/translator'
import { AriaLocale } from '@/components/layout/aria-locale'
import { closeNotifications } from '@/components/layout/close-notifications'
import { askNobody, leave as leavePage } from '@/components/layout/leave-guard'
import { tellOtherTabs } from '@/components/layout/other-tabs'
import type { OpenMenu } from '@/components/ui/menu-button'
import { StillPage } from '@/components/ui/still-page'
import { showToast } from '@/components/ui/toast'
import { hasAnywhere } from '@/lib/auth/model'
import { signOut } from '@/lib/auth/queries'
import type { StaffAccount } from '@/lib/auth/schema'

// A whole new page, so that nothing of this person's stays in memory: a paired tablet's own board, which calls again, else the
// way in.
async function leave(title: string, problems: Words<'problems'>): Promise<void> {
  try {
    await signOut()
    tellOtherTabs()
    // They were asked before: whoever stays after that is nobody any more.
    askNobody()
    await closeNotifications()
    window.location.assign('/board')
  } catch (error) {
    showToast({
      tone: 'bad',
      title,
      detail: sayProblem(error, problems),
    })
  }
}

function Item({ id, icon, children }: { id: string; icon: ReactNode; children: string }) {
  return (
    <MenuItem
      id={id}
      textValue={children}
      className="flex min-h-[52px] cursor-pointer items-center gap-3 rounded-chip px-3 text-[15px] font-medium data-focused:bg-well data-focus-visible:-outline-offset-2"
    >
      {icon}
      {children}
    </MenuItem>
  )
}

type AccountMenuListProps = { account: StaffAccount; menu: OpenMenu; onShortcuts?: () => void }

/** What the account's button opens. */
export function AccountMenuList({ account, menu: { autoFocus, ...popover }, onShortcuts }: AccountMenuListProps) {
  const router = useRouter()
  const t = useWords('shell')
  const problems = useWords('problems')
  const actions: Record<string, () => void> = {
    board: () => leavePage(() => router.push('/board')),
    entries: () => leavePage(() => router.push('/entries')),
    insights: () => leavePage(() => router.push('/insights')),
    settings: () => leavePage(() => router.push('/settings')),
    account: () => leavePage(() => router.push('/account')),
    pin: () => leavePage(() => router.push('/account/pin')),
    person: () => leavePage(() => window.location.assign('/sign-in')),
    shortcuts: () => onShortcuts?.(),
    leave: () => leavePage(() => void leave(t('stillSignedIn'), problems)),
  }
  return (
    <AriaLocale>
      <Popover
        {...popover}
        placement="bottom start"
        aria-label={t('account')}
        offset={8}
        className="w-72 max-w-[calc(100vw-24px)] rounded-card border border-line bg-card p-1.5 text-ink shadow-float overflow-auto"
      >
        <StillPage />
        <Menu
          aria-label={t('account')}
          onAction={(key) => actions[String(key)]?.()}
          onClose={() => popover.onOpenChange(false)}
          autoFocus={autoFocus}
          className="outline-none"
        >
          <MenuSection>
            <Header className="mb-1.5 border-b border-line px-3 pt-2 pb-3">
              <span className="block font-semibold wrap-anywhere">{account.name}</span>
              <span className="block text-sm text-soft wrap-anywhere">
                {account.isTablet ? t('tabletAccount') : account.email}
              </span>
            </Header>
            {!account.isTablet && (
              <Item id="board" icon={<LayoutGrid aria-hidden="true" className="size-5" />}>
                {t('stores')}
              </Item>
            )}
            {hasAnywhere(account, 'history') && (
              <Item id="entries" icon={<List aria-hidden="true" className="size-5" />}>
                {t('entries')}
              </Item>
            )}
            {hasAnywhere(account, 'history') && (
              <Item id="insights" icon={<ChartColumn aria-hidden="true" className="size-5" />}>
                {t('insights')}
              </Item>
            )}
            {!account.isTablet && (
              <Item id="pin" icon={<KeyRound aria-hidden="true" className="size-5" />}>
                {t('ownPin')}
              </Item>
            )}
            {hasAnywhere(account, 'store') && (
              <Item id="settings" icon={<SlidersHorizontal aria-hidden="true" className="size-5" />}>
                {t('settings')}
              </Item>
            )}
            {!account.isTablet && (
              <Item id="account" icon={<UserRound aria-hidden="true" className="size-5" />}>
                {t('ownAccount')}
              </Item>
            )}
            {onShortcuts && (
              <Item id="shortcuts" icon={<Keyboard aria-hidden="true" className="size-5" />}>
                {t('keyboard')}
              </Item>
            )}
            {account.isTablet ? (
              <Item id="person" icon={<LogIn aria-hidden="true" className="size-5" />}>
                {t('signInAsPerson')}
              </Item>
            ) : (
              <Item id="leave" icon={<LogOut aria-hidden="true" className="size-5" />}>
                {t('signOut')}
              </Item>
            )}
          </MenuSection>
          <LanguageItems />
        </Menu>
      </Popover>
    </AriaLocale>
  )
}
