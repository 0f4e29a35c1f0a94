'use client'

import clsx from 'clsx/lite'
import { type ReactNode, useId, useState } from 'react'
import { Count } from '@/components/ui/chip'
import { ChevronDown } from '@/components/ui/icons'
import { Button } from '@/components/ui/plain-button'

type BoardSectionProps = {
  title: string
  count: number
  /** Where a section may be folded away; what rings never is. */
  collapsible?: boolean
  headingId?: string
  /** What is searched for, while the section holds some of it: it is open then, until somebody folds it. */
  opensFor?: string
  children: ReactNode
}

const titleClass = 'font-sign text-2xl leading-8 font-bold tracking-wide uppercase'

/** A part of the board under its heading. A folded one holds nothing in the page. */
export function BoardSection({ title, count, collapsible = false, headingId, opensFor, children }: BoardSectionProps) {
  const [isOpenByHand, setIsOpenByHand] = useState(!collapsible)
  const [foldedFor, setFoldedFor] = useState<string>()
  const isOpen = isOpenByHand || (opensFor !== undefined && opensFor !== foldedFor)
  const toggle = () => {
    setFoldedFor(isOpen ? opensFor : undefined)
    setIsOpenByHand(!isOpen)
  }
  const ownId = useId()
  const id = headingId ?? ownId
  return (
    <section aria-labelledby={id} className="@container mb-7">
      <h2 id={id} tabIndex={-1} className="mb-2.5 rounded-chip">
        {collapsible ? (
          <Button
            onPress={toggle}
            aria-expanded={isOpen}
            className="flex min-h-[52px] w-full items-center gap-3 rounded-control px-0.5 text-start hover:bg-well active:bg-well"
          >
            <span className={titleClass}>{title}</span>
            <Count>{count}</Count>
            <ChevronDown
              aria-hidden="true"
              className={clsx('ms-auto size-6 transition-transform', isOpen && 'rotate-180')}
            />
          </Button>
        ) : (
          <span className="flex items-center gap-3 px-0.5">
            <span className={titleClass}>{title}</span>
            <Count>{count}</Count>
          </span>
        )}
      </h2>
      {isOpen && children}
    </section>
  )
}

/** A quiet line where a section has nothing. */
export function NothingHere({ children }: { children: ReactNode }) {
  return <p className="rounded-card border border-dashed border-edge px-5 py-6 text-soft">{children}</p>
}
