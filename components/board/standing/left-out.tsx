import { useQueryClient } from '@tanstack/react-query'
import { ListX } from 'lucide-react'
import { useWords } from '@/components/language/language-provider'
import { boardKeys, type StoreRef } from '@/lib/board/queries'
import type { Board } from '@/lib/board/schema'

/** Says how many orders a board leaves out, where there are too many for it. Drawn whenever the board is. */
export function LeftOut({ store }: { store: StoreRef }) {
  const t = useWords('leftOut')
  const count = useQueryClient().getQueryData<Board>(boardKeys.store(store))?.leftOut ?? 0
  if (count === 0) return null
  return (
    <div
      role="status"
      className="flex max-w-2xl items-center gap-3 rounded-card border border-line bg-card px-4 py-2.5 text-ink shadow-float"
    >
      <ListX aria-hidden="true" className="size-6 shrink-0 text-soft" />
      <p className="min-w-0">
        <strong className="block">{t('title', { count })}</strong>
        <span className="text-sm text-soft">{t('text')}</span>
      </p>
    </div>
  )
}
