'use client'

import { SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'

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

const strong = (chunks: ReactNode) => <strong>{chunks}</strong>
const bdi = (chunks: ReactNode) => <bdi>{chunks}</bdi>

type SearchSummaryProps = { query: string; found: number; hidden: number; clear: () => void }

/** How many the search found, and the way back to all. */
export function SearchSummary({ query, found, hidden, clear }: SearchSummaryProps) {
  const t = useWords('search')
  const result = t('result', { found })
  const isOn = query.trim() !== ''
  return (
    <>
      <Announcement text={isOn ? t('said', { result, hidden }) : ''} />
      {isOn && (
        <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-card py-1.5 pe-1.5 ps-4">
          {found === 0 && <SearchX aria-hidden="true" className="size-5 shrink-0 text-soft" />}
          <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
            {t.rich('resultFor', { strong, bdi, result, query: query.trim() })}
            {found === 0 && <span className="text-soft">{t('tryFewer')}</span>}
          </p>
          <Button tone="quiet" size="board" onPress={clear}>
            {t('showAll')}
          </Button>
        </div>
      )}
    </>
  )
}

/** What a search keeps out of sight is counted, and one tap away. */
export function HiddenBySearch({ count, isAll, clear }: { count: number; isAll: boolean; clear: () => void }) {
  const t = useWords('search')
  if (count === 0) return null
  return (
    <p className="mt-2.5 flex flex-wrap items-center gap-x-3 rounded-card border border-dashed border-edge py-1 pe-1 ps-4 text-soft">
      <span className="min-w-0 flex-1 basis-40">{t(isAll ? 'hiddenAll' : 'hiddenOthers', { count })}</span>
      <Button tone="quiet" size="board" onPress={clear} aria-label={t('clearHidden', { count })}>
        {t('clear')}
      </Button>
    </p>
  )
}
