'use client'

import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'

/** What is read page by page, both lists at once. */
export type More = Pick<UseInfiniteQueryResult, 'error' | 'fetchNextPage' | 'isFetchingNextPage' | 'isPlaceholderData'>

type ShowMoreProps = { list: 'people' | 'invitations'; count: number; isCut: boolean; more: More }

/** At the end of a list that goes on (`isCut`); where somebody has read on to its end, that this is it. */
export function ShowMore({ list, count, isCut, more }: ShowMoreProps) {
  const t = useWords('people')
  const { error, fetchNextPage, isFetchingNextPage, isPlaceholderData } = more
  const [isAsked, setAsked] = useState(false)
  const endRef = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone: it is not to begin again at the top of the page. Whoever reads on stays where they are.
  useEffect(() => {
    if (isAsked && !isCut && document.activeElement === document.body) endRef.current?.focus({ preventScroll: true })
  }, [isAsked, isCut])
  useEffect(() => {
    if (isPlaceholderData) setAsked(false)
  }, [isPlaceholderData])
  // While a search is on its way the list of before stands there, which does not go on.
  if (isPlaceholderData || !(isCut || isAsked)) return null
  return (
    <div className="mt-4 flex flex-col items-center gap-3">
      {error && isAsked && <ErrorState title={t('loadFailed')} error={error} />}
      {isCut ? (
        <Button
          size="board"
          isPending={isAsked && isFetchingNextPage}
          onPress={() => {
            setAsked(true)
            void fetchNextPage()
          }}
        >
          {t(`more_${list}`)}
        </Button>
      ) : (
        <p ref={endRef} tabIndex={-1} role="status" className="text-soft">
          {t(`all_${list}`, { count })}
        </p>
      )}
    </div>
  )
}
