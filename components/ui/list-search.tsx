'use client'

import { useDeferredValue, useState } from 'react'
import { Field } from '@/components/ui/field'

/** What is searched for in a list that may not hold all; `asked`: what of it the server is asked while typing goes on. */
export type ListSearch = { words: string; setWords: (words: string) => void; asked: string }

export function useListSearch(): ListSearch {
  const [words, setWords] = useState('')
  const asked = useDeferredValue(words.trim().toLowerCase())
  return { words, setWords, asked }
}

type ListSearchFieldProps = {
  search: ListSearch
  /** There are more than the whole list holds. */
  isCut: boolean
  /** It is long enough to search although all of it stands there. */
  isLong?: boolean
  label: string
  notAll: string
  className?: string
}

/** Finds what a list leaves out, and says that it does. A list that holds all has none. */
export function ListSearchField({ search, isCut, isLong = isCut, label, notAll, className }: ListSearchFieldProps) {
  const { words, setWords, asked } = search
  if (!isLong && words === '' && asked === '') return null
  return (
    <div className={className}>
      <Field
        label={label}
        type="search"
        value={words}
        onChange={setWords}
        maxLength={128}
        className="max-w-md"
        inputClassName="min-h-[48px]!"
      />
      {isCut && <p className="mt-4 max-w-prose text-soft">{notAll}</p>}
    </div>
  )
}
