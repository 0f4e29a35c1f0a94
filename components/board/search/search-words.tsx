'use client'

import { createContext, use } from 'react'
import { fold, rangesOf, type SearchField } from '@/lib/search/model'

const nothing: string[] = []

const SearchWords = createContext<string[]>(nothing)
export const SearchWordsProvider = SearchWords.Provider

type MarkedProps = { children: string; kind?: SearchField['kind'] }

/** A text with what the search found in it standing out. */
export function Marked({ children: text, kind = 'whole' }: MarkedProps) {
  const words = use(SearchWords)
  if (words.length === 0) return text
  const ranges = rangesOf({ folded: fold(text), kind }, words)
  if (ranges.length === 0) return text
  return (
    <>
      {ranges.map(([from, to], i) => (
        <span key={from}>
          {text.slice(ranges[i - 1]?.[1] ?? 0, from)}
          <mark className="rounded-[3px] bg-way-tint font-bold text-way underline decoration-2 underline-offset-2">
            {text.slice(from, to)}
          </mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.[1])}
    </>
  )
}

/** Whether the search found something in a text that a row does not show otherwise. */
export function useIsFoundIn(text: string): boolean {
  const words = use(SearchWords)
  return words.length > 0 && rangesOf({ folded: fold(text), kind: 'loose' }, words).length > 0
}
