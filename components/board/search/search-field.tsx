'use client'

import clsx from 'clsx/lite'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { BoardSearch } from '@/components/board/search/use-board-search'
import { showRow } from '@/components/board/window/row-lists'
import { useWords } from '@/components/language/language-provider'
import { Search, X } from '@/components/ui/icons'
import { Button } from '@/components/ui/plain-button'

// The first row that was found takes the focus, so that Enter goes on from a name to its customer.
function goToFirstFound(): void {
  const list = document.querySelector<HTMLElement>('[data-first-found]')
  const row = showRow(list?.dataset.firstFound)
  row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
}

// On a narrow screen a square among the header's buttons, which opens into a line of its own while it is used.
const narrowClass = 'max-md:w-12 max-md:focus-within:order-last max-md:focus-within:w-full'
const narrowFilledClass = 'max-md:order-last max-md:w-full'

/** Finds an order by what staff hear or read. "/" may bring the focus here, Escape empties it, Enter goes to the first found. */
export function SearchField({ query, settled, setQuery, clear }: BoardSearch) {
  const t = useWords('search')
  const inputRef = useRef<HTMLInputElement>(null)
  // A scanner sends Enter right behind what it types: whoever was found before is not whom it means.
  const isWaiting = useRef(false)
  useEffect(() => {
    if (!isWaiting.current || inputRef.current?.value !== settled) return
    isWaiting.current = false
    // Behind all effects: a row that is far away is drawn for it.
    queueMicrotask(goToFirstFound)
  }, [settled])
  // Whoever empties it goes nowhere any more.
  const empty = () => {
    isWaiting.current = false
    clear()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      if (query === '') inputRef.current?.blur()
      else empty()
    }
    if (event.key !== 'Enter') return
    if (event.currentTarget.value === settled) goToFirstFound()
    else isWaiting.current = true
  }
  const emptyAndStay = () => {
    empty()
    inputRef.current?.focus()
  }
  return (
    <search
      className={clsx(
        'group relative flex h-12 shrink-0 items-center rounded-control border border-[#6b737b] bg-asphalt-raised focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus) md:w-52 lg:w-75',
        query ? narrowFilledClass : narrowClass,
      )}
    >
      <Search aria-hidden="true" className="pointer-events-none ms-3 size-5 shrink-0 text-paint-soft" />
      <input
        ref={inputRef}
        type="search"
        value={query}
        onChange={(event) => {
          isWaiting.current = false
          setQuery(event.target.value)
        }}
        onKeyDown={onKeyDown}
        aria-label={t('label')}
        placeholder={t('placeholder')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className={clsx(
          'h-full min-w-0 flex-1 bg-transparent px-2.5 text-base text-paint outline-none! placeholder:text-paint-soft [&::-webkit-search-cancel-button]:hidden',
          !query &&
            'max-md:absolute max-md:inset-0 max-md:cursor-pointer max-md:placeholder:text-transparent max-md:group-focus-within:static max-md:group-focus-within:placeholder:text-paint-soft',
        )}
      />
      {query === '' ? (
        <span
          aria-hidden="true"
          className="me-2.5 rounded-[6px] border border-[#6b737b] px-2 font-sans text-sm leading-6 text-paint-soft group-focus-within:hidden max-md:hidden"
        >
          /
        </span>
      ) : (
        <Button
          onPress={emptyAndStay}
          aria-label={t('clearLabel')}
          className="flex size-11.5 shrink-0 items-center justify-center rounded-control text-paint hover:brightness-125"
        >
          <X aria-hidden="true" className="size-5" />
        </Button>
      )}
    </search>
  )
}
