import { ElsewhereBanner } from '@/components/board/elsewhere/elsewhere-banner'
import { PreparingNotice } from '@/components/board/preparing/preparing-notice'
import type { StoreRef } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'

type QuietNoticesProps = { store: StoreRef; sections: { OnTheWay: BoardOrder[] }; isRinging: boolean }

/** What calls more softly than an arrival: an order to prepare, and another store that needs help. */
export function QuietNotices({ store, sections, isRinging }: QuietNoticesProps) {
  return (
    <>
      <PreparingNotice onTheWay={sections.OnTheWay} />
      <ElsewhereBanner here={store} isRinging={isRinging} />
    </>
  )
}
