'use client'

import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { SearchX } from '@/components/ui/icons'

const settledAfterMs = 700

/** Says the result to those who hear the page, once typing has paused. */
function Announcement({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), settledAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}

const orders = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`

type SearchSummaryProps = { query: string; found: number; hidden: number; clear: () => void }

/** How many the search found, and the way back to all. */
export function SearchSummary({ query, found, hidden, clear }: SearchSummaryProps) {
  const result = found === 0 ? 'Nothing found' : `${orders(found)} found`
  const isOn = query.trim() !== ''
  return (
    <>
      <Announcement text={isOn ? `${result}, ${hidden} hidden. Arrivals stay in sight.` : ''} />
      {isOn && (
        <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-card py-1.5 pr-1.5 pl-4">
          {found === 0 && <SearchX aria-hidden="true" className="size-5 shrink-0 text-soft" />}
          <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
            <strong>{result}</strong> for “<bdi>{query.trim()}</bdi>”
            {found === 0 && <span className="text-soft">. Try fewer letters, the order id, or the plate.</span>}
          </p>
          <Button tone="quiet" size="board" onPress={clear}>
            Show all
          </Button>
        </div>
      )}
    </>
  )
}

/** What a search keeps out of sight is counted, and one tap away. */
export function HiddenBySearch({ count, isAll, clear }: { count: number; isAll: boolean; clear: () => void }) {
  if (count === 0) return null
  const others = isAll ? orders(count) : `${count} ${count === 1 ? 'other' : 'others'}`
  return (
    <p className="mt-2.5 flex flex-wrap items-center gap-x-3 rounded-card border border-dashed border-edge py-1 pr-1 pl-4 text-soft">
      <span className="min-w-0 flex-1 basis-40">{others} hidden by the search</span>
      <Button tone="quiet" size="board" onPress={clear} aria-label={`Clear the search: show the ${count} hidden here`}>
        Clear
      </Button>
    </p>
  )
}
