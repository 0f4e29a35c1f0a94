'use client'

import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { factsOf } from '@/components/board/standing/order-facts'
import { type AlikeOrder, alikeOrders } from '@/components/board/standing/row-standing'
import type { BoardOrder } from '@/lib/board/schema'
import type { ChosenFace } from '@/lib/board/ticket-face'
import { Lookalikes } from '@/lib/lookalikes/model'

/** Whom an order may be mixed up with. */
export type AlikeOf = (order: BoardOrder) => AlikeOrder[]

const nobody: AlikeOf = () => []

/** An index of a board's active orders by what can be mistaken. */
class AlikeFinder {
  private readonly index = new Lookalikes()
  ticketFace: ChosenFace = null
  private byId = new Map<string, BoardOrder>()

  /** True when somebody came, went, or is called otherwise. */
  update(orders: BoardOrder[]): boolean {
    const active = orders.filter((order) => order.section !== 'Done')
    this.byId = new Map(active.map((order) => [order.serviceId, order]))
    return this.index.update(active.map((order) => factsOf(order).likeness))
  }

  of(order: BoardOrder): AlikeOrder[] {
    return alikeOrders(order, this.index.of(order.serviceId), this.byId, this.ticketFace)
  }

  /** The way to ask for one order after another: each is looked for once, and only those that are asked for. */
  asked(): AlikeOf {
    const known = new Map<string, AlikeOrder[]>()
    return (order) => {
      const alike = known.get(order.serviceId) ?? this.of(order)
      known.set(order.serviceId, alike)
      return alike
    }
  }
}

// The chips may follow a moment later: of a rush of changes every fifth of a second is looked at.
const pauseMs = 200

/** Whom each order may be mixed up with, for the rows; and the same for one order as the board stands this moment. */
export function useAlike(orders: BoardOrder[], ticketFace: ChosenFace) {
  const [finder] = useState(() => new AlikeFinder())
  finder.ticketFace = ticketFace
  const [alikeOf, setAlikeOf] = useState<AlikeOf>(() => nobody)
  const latest = useRef(orders)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = orders
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      if (finder.update(latest.current)) startTransition(() => setAlikeOf(() => finder.asked()))
    }, pauseMs)
  }, [orders, finder])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  const alikeNow = useCallback(
    (order: BoardOrder) => {
      if (finder.update(latest.current)) setAlikeOf(() => finder.asked())
      return finder.of(order)
    },
    [finder],
  )
  return { alikeOf, alikeNow }
}
