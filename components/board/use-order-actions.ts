'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { doneTitle } from '@/components/board/actions/messages'
import { type Undoable, UndoStack } from '@/components/board/actions/undo-stack'
import { useTelling } from '@/components/board/actions/use-telling'
import type { Perform } from '@/components/board/board-context'
import type { ServerClock } from '@/components/board/live/server-clock'
import { codeOnDemand } from '@/components/ui/on-demand'
import { dismissAbout, showToast, undoOfferedMs } from '@/components/ui/toast'
import { actOnOrder, orderInConflict, type PendingAction } from '@/lib/actions/queries'
import { type Act, decidedOn } from '@/lib/board/model'
import { boardKeys, withNews } from '@/lib/board/queries'
import type { Board, BoardOrder } from '@/lib/board/schema'

const failureWords = codeOnDemand(() => import('@/components/board/actions/failure'))

type Sent = { order: BoardOrder; act: Act; pending: PendingAction; entry?: Undoable }

function layIn(queryClient: QueryClient, store: Board['store'], order: BoardOrder): void {
  queryClient.setQueryData<Board>(boardKeys.store(store), (board) => board && withNews(board, [order]))
}

/**
 * The way to act on a store's orders, the way to undo the last action, and the actions under way. A refused one is left
 * out again, with a reason; when it was not for a colleague's being first, `checkLive` finds out how the connection and
 * the session are.
 */
export function useOrderActions(
  store: Board['store'],
  by: string,
  clock: ServerClock,
  checkLive: (error: unknown) => void,
) {
  const queryClient = useQueryClient()
  const telling = useTelling(store.timeZone)
  const [done] = useState(() => new UndoStack(undoOfferedMs))
  const [pending, setPending] = useState<PendingAction[]>([])
  const again = useRef<Perform>(() => {})
  const undo = useCallback((after: BoardOrder, before?: BoardOrder) => {
    again.current(after, { action: 'undo', version: after.version }, before)
  }, [])
  const succeeded = useRef((_: BoardOrder, __: Sent) => {})
  succeeded.current = (order, { act, order: before, entry }) => {
    layIn(queryClient, store, order)
    if (entry?.isWanted) return undo(order, before)
    if (entry) Object.assign(entry, { after: order, atMs: performance.now() })
    const title = doneTitle(order, act, telling.t)
    showToast({ tone: 'good', title, about: order.serviceId, ...(entry && { undo: () => undo(order, before) }) })
  }
  const failed = useRef((_: unknown, __: Sent) => {})
  failed.current = (error, sent) => {
    done.drop(sent.entry)
    const current = orderInConflict(error)
    if (current) layIn(queryClient, store, current)
    else checkLive(error)
    failureWords().then(
      ({ tellFailure }) => tellFailure(error, sent, telling, again.current),
      () => showToast({ tone: 'bad', title: telling.problems('unreachable'), about: sent.order.serviceId }),
    )
  }
  const underway = useRef(new Map<string, Promise<unknown>>())
  // What the server said is laid in and the action left out in one go: the row never stands between the two. Of one order
  // one after the other: nobody is to hear that they were first themselves.
  const send = useCallback(async (sent: Sent) => {
    const { serviceId } = sent.order
    const known = underway.current
    setPending((others) => [...others, sent.pending])
    const mine = Promise.resolve(known.get(serviceId))
      .then(() => actOnOrder(sent.order, sent.act))
      .then(
        (order) => succeeded.current(order, sent),
        (error: unknown) => failed.current(error, sent),
      )
    known.set(serviceId, mine)
    await mine
    if (known.get(serviceId) === mine) known.delete(serviceId)
    setPending((all) => all.filter((one) => one !== sent.pending))
  }, [])
  const perform = useCallback<Perform>(
    (order, chosen, before) => {
      const act = decidedOn(order, chosen)
      dismissAbout(order.serviceId)
      done.forget(order.serviceId)
      const entry = act.action === 'undo' ? undefined : done.start(order, performance.now())
      const at = new Date(clock.nowMs())
      void send({ order, act, pending: { ...act, serviceId: order.serviceId, by, at, before }, entry })
    },
    [send, clock, by, done],
  )
  again.current = perform
  /** Undoes what was done last, at the latest when the server has heard of it. Its order; null: nothing is to be undone. */
  const undoLast = useCallback((): BoardOrder | null => {
    const last = done.newest(performance.now())
    if (last?.after) undo(last.after, last.before)
    else if (last) last.isWanted = true
    return last?.before ?? null
  }, [undo, done])
  return { perform, undoLast, pending }
}
