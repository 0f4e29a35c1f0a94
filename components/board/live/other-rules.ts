import type { QueryClient } from '@tanstack/react-query'
import { forgetSearch } from '@/components/board/search/use-board-search'
import { leavePin } from '@/components/tablets/pins/ask-pin'
import { dismissAll } from '@/components/ui/toast'
import type { StoreRef } from '@/lib/board/queries'
import { elsewhereQuery } from '@/lib/escalations/queries'
import { timelineKeys } from '@/lib/timeline/queries'

/**
 * Takes back what was told, said, asked and searched for beside a board that other rules hide from now on: names may stand in it. The board
 * itself is drawn anew (LiveBoard).
 */
export function forgetBesideBoard(queryClient: QueryClient, store: StoreRef): void {
  queryClient.removeQueries({ queryKey: timelineKeys.all })
  queryClient.setQueryData(elsewhereQuery(store).queryKey, [])
  dismissAll()
  forgetSearch()
  leavePin()
}
