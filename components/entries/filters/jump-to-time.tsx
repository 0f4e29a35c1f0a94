'use client'

import { CalendarClock } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger, Popover } from 'react-aria-components/Popover'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import { zoneName } from '@/components/entries/times'
import { useWords } from '@/components/language/language-provider'
import { Button, buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { knownInstantOf, type TimeRange, wallBounds, wallTimeOf } from '@/lib/time/model'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Goes to a time among the rows: its button, or the key G. The filters stay as they are. */
export function JumpToTime({ filters, now }: { filters: EntryFilters; now: Date }) {
  const t = useWords('entryFilters')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.key !== 'g' || !isPlain || isTyping(event.target) || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton aria-keyshortcuts="g" className={buttonClass('outline', 'page', 'px-3.5!')}>
        <CalendarClock aria-hidden="true" className="size-4" />
        {t('jump')}
      </AriaButton>
      <Popover
        aria-label={t('jumpTitle')}
        placement="bottom end"
        offset={6}
        className="w-84 max-w-[calc(100vw-24px)] rounded-control border border-line bg-card p-3 shadow-float outline-none"
      >
        <JumpForm filters={filters} now={now} onDone={() => setOpen(false)} />
      </Popover>
    </DialogTrigger>
  )
}

// A time outside the range has no rows to go to: the range says what may be chosen.
function outside(at: Date, { from, to }: TimeRange): boolean {
  return (from !== null && at < from) || (to !== null && at >= to)
}

function JumpForm({ filters, now, onDone }: { filters: EntryFilters; now: Date; onDone: () => void }) {
  const [t, e] = [useWords('entryFilters'), useWords('entries')]
  const { address, view, jumpTo } = filters
  const newest = address.to && address.to < now ? new Date(address.to.getTime() - 60_000) : now
  const [wall, setWall] = useState(() => wallTimeOf(address.at ?? newest, view.timeZone))
  const [error, setError] = useState<string>()
  function go(event: FormEvent): void {
    event.preventDefault()
    const at = knownInstantOf(wall, view.timeZone)
    if (!at) setError(e('completeDate'))
    else if (outside(at, address)) setError(t('jumpOutside'))
    else {
      jumpTo(at)
      onDone()
    }
  }
  return (
    <form onSubmit={go} noValidate className="flex flex-col gap-3">
      <Field
        autoFocus
        label={t('jumpTime')}
        hint={e('timesInStop', { zone: zoneName(view.timeZone) })}
        type="datetime-local"
        validationBehavior="aria"
        {...wallBounds}
        value={wall}
        onChange={(value) => {
          setWall(value)
          setError(undefined)
        }}
        error={error}
      />
      <Button type="submit" tone="ink">
        {t('jumpGo')}
      </Button>
    </form>
  )
}
