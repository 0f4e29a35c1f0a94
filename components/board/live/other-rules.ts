import type { QueryClient } from '@tanstack/react-query'
import { dismissAll } from '@/components/ui/toast'
import type { StoreRef } from '@/lib/board/queries'
import { elsewhereQuery } from '@/lib/escalations/queries'

/**
 * Takes back what was told and said beside a board that other rules hide from now on: names may stand in it. The board itself,
 * with what it asks, is drawn anew (LiveBoard); timelines and what was searched for are kept by their rules.
 */
export function forgetBesideBoard(queryClient: QueryClient, store: StoreRef): void {
  queryClient.setQueryData(elsewhereQuery(store).queryKey, [])
  dismissAll()
}
