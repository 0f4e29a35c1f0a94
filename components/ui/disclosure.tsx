'use client'

import clsx from 'clsx/lite'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Disclosure as AriaDisclosure, Button, DisclosurePanel, Heading } from 'react-aria-components/Disclosure'

type DisclosureProps = { title: ReactNode; defaultExpanded?: boolean; className?: string; children: ReactNode }

/** A heading that opens what stands below it. */
export function Disclosure({ title, defaultExpanded, className, children }: DisclosureProps) {
  return (
    <AriaDisclosure defaultExpanded={defaultExpanded} className={clsx('group/disclosure', className)}>
      <Heading level={2}>
        <Button
          slot="trigger"
          className="flex min-h-[52px] w-full items-center gap-2.5 rounded-control text-start hover:bg-well data-pressed:bg-well"
        >
          <ChevronRight
            aria-hidden="true"
            className="size-5 shrink-0 transition-transform group-data-expanded/disclosure:rotate-90 rtl:-scale-x-100 rtl:group-data-expanded/disclosure:-rotate-90"
          />
          {title}
        </Button>
      </Heading>
      <DisclosurePanel>{children}</DisclosurePanel>
    </AriaDisclosure>
  )
}
