'use client'

import clsx from 'clsx/lite'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger, Popover } from 'react-aria-components/Popover'
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { CustomRange } from '@/components/entries/filters/custom-range'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import { rangeName, zoneName } from '@/components/entries/times'
import { useWords } from '@/components/language/language-provider'
import { Button, buttonClass } from '@/components/ui/button'
import { type TimeType, timeTypes } from '@/lib/entries/model'
import { presetOf, presetRange, rangePresets, type TimeRange } from '@/lib/time/model'

type TimeFilterProps = Pick<EntryFilters, 'address' | 'view' | 'chooseTime'> & { now: Date }

/** Which time, and from when until when. */
export function TimeFilter({ address, view, chooseTime, now }: TimeFilterProps) {
  const t = useWords('entries')
  const [isOpen, setOpen] = useState(false)
  const choose = (range: TimeRange) => {
    chooseTime(range)
    setOpen(false)
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={buttonClass('outline', 'page', 'min-w-0 justify-start! px-3.5! font-normal!')}>
        <span className="min-w-0 truncate font-semibold">{rangeName(address, now, view.timeZone, t)}</span>
        <span className="shrink-0 text-soft">{t(`${address.timeType}Short`)}</span>
        <ChevronDown aria-hidden="true" className="ms-auto size-4 shrink-0" />
      </AriaButton>
      {/* Without a Dialog in it the popover is one itself, with all that it holds. */}
      <Popover
        aria-label={t('timeRange')}
        placement="bottom end"
        offset={6}
        className="flex w-84 max-w-[calc(100vw-24px)] flex-col gap-4 overflow-auto rounded-control border border-line bg-card p-3 shadow-float outline-none"
      >
        <Presets address={address} timeZone={view.timeZone} now={now} onChoose={choose} />
        <CustomRange range={address} timeZone={view.timeZone} onApply={choose} />
        <KindOfTime value={address.timeType} onChange={(timeType) => chooseTime({ timeType })} />
        <p className="text-sm text-soft">{t('timesInStop', { zone: zoneName(view.timeZone) })}</p>
      </Popover>
    </DialogTrigger>
  )
}

type PresetsProps = { address: TimeRange; timeZone: string; now: Date; onChoose: (range: TimeRange) => void }

function Presets({ address, timeZone, now, onChoose }: PresetsProps) {
  const t = useWords('entries')
  const chosen = presetOf(address, now, timeZone)
  return (
    <ul className="grid grid-cols-2 gap-1.5">
      {rangePresets.map((preset) => (
        <li key={preset} className="last:col-span-2">
          <Button
            aria-pressed={preset === chosen}
            onPress={() => onChoose(presetRange(preset, new Date(), timeZone))}
            className={clsx('w-full', preset === chosen && 'border-ink! bg-well!')}
          >
            {preset === chosen && <Check aria-hidden="true" className="size-4 shrink-0" />}
            {t(preset)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function KindOfTime({ value, onChange }: { value: TimeType; onChange: (timeType: TimeType) => void }) {
  const t = useWords('entries')
  return (
    <RadioGroup
      value={value}
      onChange={(chosen) => onChange(timeTypes.find((type) => type === chosen) ?? 'creationTime')}
      className="flex flex-col gap-1 border-t border-line pt-3"
    >
      <Label className="mb-1 text-sm font-semibold">{t('whichTime')}</Label>
      {timeTypes.map((type) => (
        <Radio
          key={type}
          value={type}
          className="group flex min-h-[42px] cursor-pointer items-center gap-3 rounded-chip px-2 hover:bg-well"
        >
          <span className="flex size-5 shrink-0 items-center justify-center rounded-full border-2 border-edge group-data-selected:border-ink">
            <span className="size-2.5 rounded-full bg-ink opacity-0 group-data-selected:opacity-100" />
          </span>
          <span>
            <span className="block leading-5">{t(type)}</span>
            <span className="block text-sm leading-5 text-soft">{t(`${type}Hint`)}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}
