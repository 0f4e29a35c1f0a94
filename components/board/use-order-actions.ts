'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { doneTitle } from '@/components/board/actions/messages'
import { type Undoable, UndoStack } from '@/components/board/actions/undo-stack'
import { useTelling } from '@/components/board/actions/use-telling'
import type { Perform } from '@/components/board/board-context'
import type { LiveStream } from '@/components/board/live/live-stream'
import type { ServerClock } from '@/components/board/live/server-clock'
import { asShownActing } from '@/components/tablets/pins/shown-acting'
import { codeOnDemand } from '@/components/ui/on-demand'
import { dismissAbout, showToast, undoOfferedMs } from '@/components/ui/toast'
import { type Acted, actOnOrder, orderInConflict, type PendingAction } from '@/lib/actions/queries'
import { type Act, decidedOn } from '@/lib/board/model'
import { boardKeys, withNews } from '@/lib/board/queries'
import type { Board, BoardOrder } from '@/lib/board/schema'

const failureWords = codeOnDemand(() => import('@/components/board/actions/failure'))

/** `maskedBy`: by what rules the board hid that it was decided on; `shown`: whom a tablet showed then as the one who acts. */
type Sent = {
  order: BoardOrder
  maskedBy: string | undefined
  act: Act
  shown: Record<string, string>
  pending: PendingAction
  entry?: Undoable
}

/** Lays in what an answer tells of an order; false where it hides by other rules than the board, which is told it by its stream. */
function layIn(queryClient: QueryClient, store: Board['store'], { order, maskedBy }: Acted): boolean {
  const board = queryClient.getQueryData<Board>(boardKeys.store(store))
  if (!board || board.maskedBy !== maskedBy) return false
  queryClient.setQueryData<Board>(boardKeys.store(store), withNews(board, [order]))
  return true
}

/** The order, without a name where it was told by other rules than the board hides by now. */
function asShown(queryClient: QueryClient, store: Board['store'], { order, maskedBy }: Acted): BoardOrder {
  const board = queryClient.getQueryData<Board>(boardKeys.store(store))
  return board?.maskedBy === maskedBy ? order : { ...order, customerName: '', hsFields: {} }
}

/**
 * The way to act on a store's orders, the way to undo the last action, and the actions under way. A refused one is left
 * out again, with a reason; when it was not for a colleague's being first, `stream` finds out how the connection and
 * the session are, as where an answer hides by other rules than the board.
 */
export function useOrderActions(
  store: Board['store'],
  by: string,
  clock: ServerClock,
  stream: Pick<LiveStream, 'check' | 'resync' | 'getState'>,
) {
  const queryClient = useQueryClient()
  const telling = useTelling(store.timeZone)
  const [done] = useState(() => new UndoStack(undoOfferedMs))
  const [pending, setPending] = useState<PendingAction[]>([])
  const again = useRef<Perform>(() => {})
  const undo = useCallback((after: BoardOrder, before?: BoardOrder) => {
    again.current(after, { action: 'undo', version: after.version }, before)
  }, [])
  const isRefused = () => stream.getState().status === 'refused'
  const succeeded = useRef((_: Acted, __: Sent) => {})
  succeeded.current = (acted, { act, order: before, shown, entry }) => {
    if (!layIn(queryClient, store, acted)) stream.resync()
    const order = asShown(queryClient, store, acted)
    // Not for whoever is named after the one that wanted it.
    if (entry?.isWanted && shown === asShownActing()) return undo(order, before)
    if (entry) Object.assign(entry, { after: order, atMs: performance.now() })
    if (isRefused()) return
    const title = doneTitle(order, act, telling.t)
    showToast({ tone: 'good', title, about: order.serviceId, ...(entry && { undo: () => undo(order, before) }) })
  }
  const failed = useRef((_: unknown, __: Sent) => {})
  failed.current = (error, sent) => {
    done.drop(sent.entry)
    const current = orderInConflict(error)
    if (!current) stream.check(error)
    else if (!layIn(queryClient, store, current)) stream.resync()
    // Whose board it is no longer signs in before they tap again, and reads no name.
    if (isRefused()) return
    failureWords().then(
      ({ tellFailure }) =>
        isRefused() ||
        tellFailure(error, { ...sent, order: asShown(queryClient, store, sent) }, telling, again.current),
      () => showToast({ tone: 'bad', title: telling.problems('unreachable'), about: sent.order.serviceId }),
    )
  }
  const underway = useRef(new Map<string, Promise<'done' | 'failed'>>())
  // What the server said is laid in and the action left out in one go: the row never stands between the two. Of one order
  // one after the other: nobody is to hear that they were first themselves. Behind one that failed nothing is done that was
  // decided on where that would have taken the order: somebody else may have taken it there since.
  const send = useCallback(
    async (sent: Sent) => {
      const { serviceId } = sent.order
      const known = underway.current
      setPending((others) => [...others, sent.pending])
      const mine = Promise.resolve(known.get(serviceId)).then((before) => {
        if (before === 'failed' && 'from' in sent.act) {
          done.drop(sent.entry)
          return before
        }
        return actOnOrder(sent.order, sent.act, sent.shown).then(
          (acted) => {
            succeeded.current(acted, sent)
            return 'done' as const
          },
          (error: unknown) => {
            failed.current(error, sent)
            return 'failed' as const
          },
        )
      })
      known.set(serviceId, mine)
      await mine
      if (known.get(serviceId) === mine) known.delete(serviceId)
      setPending((all) => all.filter((one) => one !== sent.pending))
    },
    [done],
  )
  const perform = useCallback<Perform>(
    (order, chosen, before) => {
      const act = decidedOn(order, chosen)
      dismissAbout(order.serviceId)
      done.forget(order.serviceId)
      const entry = act.action === 'undo' ? undefined : done.start(order, performance.now())
      const at = new Date(clock.nowMs())
      const maskedBy = queryClient.getQueryData<Board>(boardKeys.store(store))?.maskedBy
      const pending = { ...act, by, at, on: order, before }
      void send({ order, maskedBy, act, shown: asShownActing(), pending, entry })
    },
    [send, clock, by, done, queryClient, store],
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
