'use client'

import { CircleHelp, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BayWarning } from '@/components/board/bays/bay-warnings'
import { nameOf } from '@/components/board/row/customer'
import { useWords } from '@/components/language/language-provider'
import { Chip } from '@/components/ui/chip'

const isolated = (chunks: ReactNode) => <bdi dir="auto">{chunks}</bdi>

/** Says that another car names the same bay, or that the store has no such bay. */
export function BayChips({ warning }: { warning: BayWarning }) {
  const t = useWords('board')
  const { others, first, isUnknown } = warning
  return (
    <>
      {first && (
        <Chip tone="late">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          <span className="sr-only">{t('warning')} </span>
          <span className="line-clamp-2 min-w-0 wrap-anywhere">
            {t.rich('bayClash', { b: isolated, name: nameOf(first, t), more: others - 1 })}
          </span>
        </Chip>
      )}
      {isUnknown && (
        <Chip tone="due">
          <CircleHelp aria-hidden="true" className="size-4 shrink-0" />
          {t('bayUnknown')}
          <span className="sr-only">{t('bayUnknownWhy')}</span>
        </Chip>
      )}
    </>
  )
}
