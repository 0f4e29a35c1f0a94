'use client'

import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ServerClock } from '@/components/board/live/server-clock'
import { nameOf } from '@/components/board/row/customer'
import { timeOfDay } from '@/components/board/times'
import { dismissAbout, showToast } from '@/components/ui/toast'
import type { StaffAction } from '@/lib/board/model'
import { actOnOrder, boardKeys, orderInConflict, type PendingAction, withNews } from '@/lib/board/queries'
import type { Board, BoardOrder } from '@/lib/board/schema'
import { ApiError } from '@/lib/http/client'

type Act = { order: BoardOrder; action: StaffAction; pending: PendingAction }

/** "Ana acknowledged it at 17:42": who was first, from the order as it stands. */
function firstOf(order: BoardOrder, timeZone: string): string | undefined {
  if (order.closedAt) {
    const verb = order.status === 'Cancelled' ? 'cancelled' : 'handed over'
    return `${order.closedBy ?? 'The customer’s app'} ${verb} this order at ${timeOfDay(order.closedAt, timeZone)}.`
  }
  if (!order.acknowledgedAt) return undefined
  return `${order.acknowledgedBy ?? 'Somebody'} acknowledged this arrival at ${timeOfDay(order.acknowledgedAt, timeZone)}.`
}

function tellFailure(error: unknown, { order, action }: Act, store: Board['store']): void {
  const about = order.serviceId
  const current = orderInConflict(error)
  const who = nameOf(order)
  const isSignedOut = error instanceof ApiError && error.problem.status === 401
  const reason = error instanceof Error ? error.message : undefined
  const detail = isSignedOut ? 'Sign in, then tap again.' : reason
  if (current) {
    const first = firstOf(current, store.timeZone) ?? detail
    showToast({ tone: 'bad', title: `${who}: somebody was first`, detail: first, about })
    return
  }
  const undone = action === 'acknowledge' ? 'is not acknowledged' : 'is not handed over'
  showToast({ tone: 'bad', title: `${who} ${undone}`, detail, about })
}

function layIn(queryClient: QueryClient, store: Board['store'], order: BoardOrder): void {
  queryClient.setQueryData<Board>(boardKeys.store(store), (board) => board && withNews(board, [order]))
}

/**
 * The way to act on a store's orders, and the actions under way. A refused one is left out again, with a reason; when it
 * was not for a colleague's being first, `checkLive` finds out how the connection and the session are.
 */
export function useOrderActions(
  store: Board['store'],
  by: string,
  clock: ServerClock,
  checkLive: (error: unknown) => void,
) {
  const queryClient = useQueryClient()
  const mutationKey = [...boardKeys.store(store), 'act']
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: ({ order, action }: Act) => actOnOrder(order, action),
    onSuccess: (order, { action }) => {
      layIn(queryClient, store, order)
      if (action !== 'complete') return
      showToast({ tone: 'good', title: `${nameOf(order)}: handed over`, about: order.serviceId })
    },
    onError: (error, act) => {
      const current = orderInConflict(error)
      if (current) layIn(queryClient, store, current)
      else checkLive(error)
      tellFailure(error, act, store)
    },
  })
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => (mutation.state.variables as Act).pending,
  })
  const act = useCallback(
    (order: BoardOrder, action: StaffAction) => {
      dismissAbout(order.serviceId)
      const at = new Date(clock.nowMs())
      mutate({ order, action, pending: { serviceId: order.serviceId, action, by, at } })
    },
    [mutate, clock, by],
  )
  return { act, pending }
}
