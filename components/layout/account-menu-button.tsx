'use client'

import type { ReactNode } from 'react'
import { useWords } from '@/components/language/language-provider'
import { useSameViewer } from '@/components/layout/use-same-viewer'
import { CircleUserRound } from '@/components/ui/icons'
import { MenuButton } from '@/components/ui/menu-button'
import { onDemand } from '@/components/ui/on-demand'
import { Button } from '@/components/ui/plain-button'
import type { StaffAccount } from '@/lib/auth/schema'

const AccountMenuList = onDemand(() => import('@/components/layout/account-menu').then((m) => m.AccountMenuList))

type AccountMenuProps = {
  account: StaffAccount
  triggerClassName: string
  /** Where a page has keys of its own. */
  onShortcuts?: () => void
  children?: ReactNode
}

/** Who is signed in, where else they can go, and the way out. `children` is what the trigger shows beside its icon. */
export function AccountMenu({ account, triggerClassName, onShortcuts, children }: AccountMenuProps) {
  const t = useWords('shell')
  useSameViewer(account)
  return (
    <MenuButton
      button={(trigger) => (
        <Button {...trigger} aria-label={children ? undefined : t('account')} className={triggerClassName}>
          <CircleUserRound aria-hidden="true" className="size-6" strokeWidth={1.75} />
          {children}
        </Button>
      )}
    >
      {(menu) => <AccountMenuList account={account} menu={menu} onShortcuts={onShortcuts} />}
    </MenuButton>
  )
}
