'use client'

import clsx from 'clsx/lite'
import { Check, ChevronDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger, Popover } from 'react-aria-components/Popover'
import { shortDay, zoneName } from '@/components/entries/times'
import { isDay, namedRange, nameOfRange, rangeNames } from '@/components/insights/filters/address'
import type { InsightFilters } from '@/components/insights/filters/use-insight-filters'
import { useWords } from '@/components/language/language-provider'
import { Button, buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { type DayRange, lengthOf, mostDays } from '@/lib/insights/model'

/** Which days: by name, or from one to another. */
export function RangeFilter({ filters: { view, chooseRange } }: { filters: InsightFilters }) {
  const t = useWords('insights')
  const dates = useWords('entries')
  const [isOpen, setOpen] = useState(false)
  const { range, today, timeZone } = view
  const chosen = nameOfRange(range, today)
  const choose = (days: DayRange) => {
    chooseRange(days)
    setOpen(false)
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={buttonClass('outline', 'page', 'min-w-0 justify-start! px-3.5! font-normal!')}>
        {chosen && <span className="min-w-0 truncate font-semibold">{t(chosen)}</span>}
        <span className={chosen ? 'min-w-0 truncate text-soft max-sm:sr-only' : 'min-w-0 truncate font-semibold'}>
          {t('fromTo', { from: shortDay(range.startDate, dates), to: shortDay(range.endDate, dates) })}
        </span>
        <ChevronDown aria-hidden="true" className="ms-auto size-4 shrink-0" />
      </AriaButton>
      <Popover
        aria-label={t('days')}
        placement="bottom end"
        offset={6}
        className="flex w-84 max-w-[calc(100vw-24px)] flex-col gap-4 overflow-auto rounded-control border border-line bg-card p-3 shadow-float outline-none"
      >
        <ul className="grid grid-cols-2 gap-1.5">
          {rangeNames.map((name) => (
            <li key={name}>
              <Button
                aria-pressed={name === chosen}
                onPress={() => choose(namedRange(name, today))}
                className={clsx('w-full px-2!', name === chosen && 'border-ink! bg-well!')}
              >
                {name === chosen && <Check aria-hidden="true" className="size-4 shrink-0" />}
                {t(name)}
              </Button>
            </li>
          ))}
        </ul>
        <CustomDays range={range} onApply={choose} />
        <p className="text-sm text-soft">
          {view.stores.length > 1 && view.store === undefined
            ? t('eachClock')
            : t('clockOf', { zone: zoneName(timeZone) })}
        </p>
      </Popover>
    </DialogTrigger>
  )
}

function CustomDays({ range, onApply }: { range: DayRange; onApply: (range: DayRange) => void }) {
  const t = useWords('insights')
  const [startDate, setStart] = useState(range.startDate)
  const [endDate, setEnd] = useState(range.endDate)
  const [error, setError] = useState<string>()

  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const wanted = { startDate, endDate }
    if (!isDay(startDate) || !isDay(endDate)) setError(t('completeDays'))
    else if (startDate > endDate) setError(t('chooseLater'))
    else if (lengthOf(wanted) > mostDays) setError(t('tooManyDays', { most: mostDays }))
    else onApply(wanted)
  }

  return (
    <form onSubmit={apply} noValidate className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2">
        <Field label={t('firstDay')} type="date" value={startDate} onChange={setStart} inputClassName="px-2!" />
        <Field label={t('lastDay')} type="date" value={endDate} onChange={setEnd} inputClassName="px-2!" />
      </div>
      {error && (
        <p role="alert" className="text-sm font-medium text-over">
          {error}
        </p>
      )}
      <Button type="submit" tone="ink">
        {t('showDays')}
      </Button>
    </form>
  )
}
