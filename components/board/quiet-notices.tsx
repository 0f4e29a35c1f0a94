import { ElsewhereBanner } from '@/components/board/elsewhere/elsewhere-banner'
import { PreparingNotice } from '@/components/board/preparing/preparing-notice'
import { LeftOut } from '@/components/board/standing/left-out'
import { useAim } from '@/components/board/use-aim'
import { useOtherTabs } from '@/components/layout/other-tabs'
import { ActingPerson } from '@/components/tablets/pins/acting-person'
import type { StaffAccount } from '@/lib/auth/schema'
import type { StoreRef } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'

type QuietNoticesProps = {
  store: StoreRef
  account: StaffAccount
  sections: Record<'Arrived' | 'OnTheWay' | 'Done', BoardOrder[]>
  isRinging: boolean
}

/** What calls more softly than an arrival: an order to prepare, another store that needs help, who acts on a tablet, and what is left out. */
export function QuietNotices({ store, account, sections, isRinging }: QuietNoticesProps) {
  useAim()
  useOtherTabs(account)
  return (
    <>
      <LeftOut store={store} />
      <PreparingNotice onTheWay={sections.OnTheWay} />
      <ElsewhereBanner here={store} isRinging={isRinging} />
      {account.isTablet && <ActingPerson />}
    </>
  )
}
