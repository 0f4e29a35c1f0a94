'use client'

import type { ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input, TextField } from 'react-aria-components/TextField'
import { useWords } from '@/components/language/language-provider'

/** `sought`: what else it is found by, and may stand nowhere. `mark`: what is to be known of it, also once it is chosen. */
export type Choice = { id: string; label: string; hint?: string; mark?: string; sought?: string }

// From so many on nobody reads a list, and to draw one of thousands takes seconds.
const longFrom = 60
const mostShown = 60

export const isLong = (choices: Choice[]) => choices.length > longFrom

/**
 * Of many choices those that are called so, as many as are drawn at once; the chosen one among them while nothing is sought.
 * `isWhole`: no other is called so.
 */
export function findChoices(choices: Choice[], words: string, chosen: string | null) {
  if (!isLong(choices)) return { shown: choices, isWhole: true }
  const sought = words.trim().toLowerCase()
  const found = choices.filter((choice) => `${choice.label} ${choice.sought ?? ''}`.toLowerCase().includes(sought))
  const first = found.slice(0, mostShown)
  const isAmong = sought !== '' || chosen === null || first.some(({ id }) => id === chosen)
  const shown = isAmong ? first : [...choices.filter(({ id }) => id === chosen), ...first]
  return { shown, isWhole: found.length <= mostShown }
}

// A finger would have half of the screen taken away by its keyboard before anything is seen.
const isTyped = () => typeof matchMedia === 'function' && matchMedia('(pointer: fine)').matches

type SoughtProps = {
  words: string
  onType: (words: string) => void
  /** How many are drawn, whether those are all that are called so, and how many there are. */
  shown: number
  isWhole: boolean
  all: number
  children: ReactNode
}

/** A list of many, with a field to find one of them by a part of its name. */
export function Sought({ words, onType, shown, isWhole, all, children }: SoughtProps) {
  const t = useWords('ui')
  return (
    <Autocomplete inputValue={words} onInputChange={onType}>
      <TextField
        aria-label={t('find')}
        type="search"
        autoFocus={isTyped()}
        className="sticky -top-1.5 z-1 bg-card pb-1.5"
      >
        <Input
          placeholder={t('find')}
          className="min-h-[48px] w-full rounded-control border border-edge bg-card px-3.5 text-base text-ink placeholder:text-soft"
        />
      </TextField>
      {children}
      <p className="px-2.5 py-2 text-sm text-soft" aria-live="polite">
        {shown === 0 ? t('noneFound') : isWhole ? '' : t('notAllShown', { count: all })}
      </p>
    </Autocomplete>
  )
}
