'use client'

import { ArrowRightLeft, Ban, Check, MapPin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components/Menu'
import { usePerform } from '@/components/board/board-context'
import { nameOf } from '@/components/board/row/customer'
import { showRow } from '@/components/board/window/row-lists'
import { useWords } from '@/components/language/language-provider'
import { AriaLocale } from '@/components/layout/aria-locale'
import type { OpenMenu } from '@/components/ui/menu-button'
import { StillPage } from '@/components/ui/still-page'
import type { OpenSection } from '@/lib/board/model'
import { rings } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'

const moves: { section: OpenSection; words: 'moveToArrived' | 'moveToOnTheWay' | 'moveToExpected'; icon: ReactNode }[] =
  [
    { section: 'Arrived', words: 'moveToArrived', icon: <MapPin aria-hidden="true" className="size-5" /> },
    { section: 'OnTheWay', words: 'moveToOnTheWay', icon: <ArrowRightLeft aria-hidden="true" className="size-5" /> },
    { section: 'Expected', words: 'moveToExpected', icon: <ArrowRightLeft aria-hidden="true" className="size-5" /> },
  ]

function Item({ id, icon, children }: { id: string; icon: ReactNode; children: string }) {
  return (
    <MenuItem
      id={id}
      textValue={children}
      className="flex min-h-[52px] cursor-pointer items-center gap-3 rounded-chip px-3 text-base font-medium data-focused:bg-well data-focus-visible:-outline-offset-2"
    >
      {icon}
      {children}
    </MenuItem>
  )
}

type OrderMenuListProps = { order: BoardOrder; menu: OpenMenu; onCancel: () => void }

/** What the button at an order's row opens. */
export function OrderMenuList({ order, menu: { autoFocus, ...popover }, onCancel }: OrderMenuListProps) {
  const t = useWords('board')
  const perform = usePerform()
  // What it was opened with: nothing comes to stand under a finger while it is open.
  const [{ section, isRinging }] = useState({ section: order.section, isRinging: rings(order) })
  const isDone = section === 'Done'
  // On an arrived row that no longer rings, handing over is the button beside the menu.
  const canHandOver = !isDone && (section !== 'Arrived' || isRinging)
  const choose = (key: string) => {
    if (key === 'cancel') onCancel()
    else if (key === 'complete') {
      // Where it asks first, that stands in the row, which may have moved away under the menu.
      if (!perform(order, { action: 'complete' })) showRow(order.serviceId)
    } else perform(order, { action: 'move', section: key as OpenSection })
  }
  return (
    <AriaLocale>
      <Popover
        {...popover}
        placement="bottom start"
        aria-label={t('menuFor', { who: nameOf(order, t) })}
        offset={6}
        className="w-64 max-w-[calc(100vw-24px)] rounded-card border border-line bg-card p-1.5 text-ink shadow-float"
      >
        <StillPage />
        <p
          aria-hidden="true"
          className="mb-1.5 truncate border-b border-line px-3 pt-2 pb-2.5 font-semibold first-letter:uppercase"
        >
          {nameOf(order, t)}
          {order.customerName.trim() && <span className="ms-1.5 font-normal text-soft">#{order.orderId}</span>}
        </p>
        <Menu
          aria-label={t('menuFor', { who: nameOf(order, t) })}
          onAction={(key) => choose(String(key))}
          onClose={() => popover.onOpenChange(false)}
          autoFocus={autoFocus}
          className="outline-none"
        >
          {canHandOver && (
            <Item id="complete" icon={<Check aria-hidden="true" className="size-5" />}>
              {t('handOver')}
            </Item>
          )}
          {moves
            .filter((move) => move.section !== section)
            .map(({ section: to, words, icon }) => (
              <Item key={to} id={to} icon={icon}>
                {t(words)}
              </Item>
            ))}
          {!isDone && (
            <Item id="cancel" icon={<Ban aria-hidden="true" className="size-5" />}>
              {t('cancelOrder')}
            </Item>
          )}
        </Menu>
      </Popover>
    </AriaLocale>
  )
}
