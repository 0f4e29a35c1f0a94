'use client'

import clsx from 'clsx/lite'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components/Select'
import { Chip } from '@/components/ui/chip'
import { ErrorLine } from '@/components/ui/field'
import { type Choice, findChoices, isLong, Sought } from '@/components/ui/sought-choices'

type SelectProps = {
  label: string
  choices: Choice[]
  value: string | null
  onChange: (id: string) => void
  placeholder?: string
  isDisabled?: boolean
  /** Its form is not sent before one is chosen. */
  isRequired?: boolean
  /** It stands beside the control already, and is spoken alone. */
  isLabelAside?: boolean
  className?: string
}

function Choices({ choices }: { choices: Choice[] }) {
  return (
    <ListBox items={choices} className="outline-none">
      {(choice) => (
        <ListBoxItem
          id={choice.id}
          textValue={choice.label}
          className="group flex min-h-[42px] cursor-pointer items-center gap-2.5 rounded-chip px-2.5 text-[15px] data-focused:bg-well data-focus-visible:-outline-offset-2"
        >
          <Check aria-hidden="true" className="size-4 shrink-0 opacity-0 group-data-selected:opacity-100" />
          <bdi dir="auto" className="min-w-0 py-1 leading-5 wrap-anywhere group-data-selected:font-semibold">
            {choice.label}
          </bdi>
          {choice.mark && (
            <Chip tone="way" className="ms-auto shrink-0">
              {choice.mark}
            </Chip>
          )}
          {choice.hint && <span className="ms-auto shrink-0 ps-3 text-sm text-soft">{choice.hint}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  )
}

// Never cut: what tells it from another may stand at its end.
function Chosen({ choice: { label, mark } }: { choice: Choice }) {
  return (
    <>
      <bdi dir="auto" className="min-w-0 wrap-anywhere">
        {label}
      </bdi>
      {mark && (
        <Chip tone="way" className="min-h-6!">
          {mark}
        </Chip>
      )}
    </>
  )
}

/** One of several, in a control that names itself: "Store  Ringwood North". Many are searched. */
export function Select({
  label,
  choices,
  value,
  onChange,
  placeholder,
  isDisabled,
  isRequired,
  isLabelAside,
  className,
}: SelectProps) {
  const [words, setWords] = useState('')
  const { shown, isWhole } = findChoices(choices, words, value)
  const chosen = choices.find(({ id }) => id === value)
  return (
    <AriaSelect
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      onOpenChange={() => setWords('')}
      placeholder={placeholder}
      isDisabled={isDisabled}
      isRequired={isRequired}
      className={clsx('group/select min-w-0', className)}
    >
      <Button className="flex min-h-[42px] w-full min-w-0 items-center gap-2 rounded-control border border-edge bg-card px-3.5 text-[15px] group-data-invalid/select:border-over hover:bg-well data-disabled:opacity-55 data-pressed:bg-well">
        {/* Of a list that is searched the chosen one may not be drawn. */}
        <SelectValue className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 py-1 text-start leading-5 font-semibold">
          {({ defaultChildren }) => (chosen ? <Chosen choice={chosen} /> : defaultChildren)}
        </SelectValue>{' '}
        {/* Seen before the value, but spoken after it: the text must stand as it is spoken. */}
        <Label className={isLabelAside ? 'sr-only' : 'order-first shrink-0 text-soft'}>{label}</Label>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
      </Button>
      <Popover
        offset={6}
        className="max-h-80 w-max max-w-[min(32rem,calc(100vw-24px))] min-w-(--trigger-width) overflow-auto rounded-control border border-line bg-card p-1.5 shadow-float"
      >
        {isLong(choices) ? (
          <Sought words={words} onType={setWords} shown={shown.length} isWhole={isWhole} all={choices.length}>
            <Choices choices={shown} />
          </Sought>
        ) : (
          <Choices choices={choices} />
        )}
      </Popover>
      {isRequired && <ErrorLine />}
    </AriaSelect>
  )
}
