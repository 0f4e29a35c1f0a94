'use client'

import { Bookmark, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger, Popover } from 'react-aria-components/Popover'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import { useWords } from '@/components/language/language-provider'
import { buttonClass } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'

const ViewList = onDemand(() => import('@/components/entries/views/view-list').then((m) => m.ViewList))

/** A person's own names for what is filtered: to save, choose, rename and delete. */
export function ViewsMenu({ filters }: { filters: EntryFilters }) {
  const t = useWords('entryViews')
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={buttonClass('outline', 'page', 'px-3.5!')}>
        <Bookmark aria-hidden="true" className="size-4" />
        {t('button')}
        <ChevronDown aria-hidden="true" className="ms-auto size-4" />
      </AriaButton>
      <Popover
        aria-label={t('title')}
        placement="bottom end"
        offset={6}
        className="flex max-h-[70dvh] min-h-40 w-96 max-w-[calc(100vw-24px)] flex-col overflow-auto rounded-control border border-line bg-card p-3 shadow-float outline-none"
      >
        <ViewList filters={filters} onDone={() => setOpen(false)} />
      </Popover>
    </DialogTrigger>
  )
}
