'use client'

import { TriangleAlert } from 'lucide-react'
import { useWords } from '@/components/language/language-provider'
import { Question } from '@/components/ui/question'
import type { NamedStore, Told } from '@/lib/names/model'

/** Says of the store that was chosen that nobody has named it: it may be anybody's, also one that is called as another. */
export function UnnamedStore() {
  const t = useWords('tablets')
  return (
    <p role="status" className="flex gap-2.5 rounded-control bg-due-tint px-4 py-3 font-medium">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-due" />
      {t('unnamed')}
    </p>
  )
}

type SecondLookProps = { store: Told<NamedStore>; onYes: () => void; onNo: () => void }

/** Asks once more before a tablet goes to a store that nobody has named. */
export function SecondLook({ store, onYes, onNo }: SecondLookProps) {
  const t = useWords('tablets')
  return (
    <Question
      title={t('unnamedTitle')}
      text={t('unnamedText')}
      yes={t('unnamedYes')}
      no={t('unnamedNo')}
      isPending={false}
      onYes={onYes}
      onNo={onNo}
    >
      <p className="rounded-control bg-well px-4 py-3 text-lg font-semibold wrap-anywhere">
        <bdi dir="auto">{store.label}</bdi>
      </p>
    </Question>
  )
}

type RefuseQuestionProps = { device: string; onYes: () => void; onNo: () => void }

/** Asks before a device is sent away: what refuses it lies beneath the list of stores, where a second tap may land. */
export function RefuseQuestion({ device, onYes, onNo }: RefuseQuestionProps) {
  const t = useWords('tablets')
  return (
    <Question
      title={t('refuseTitle', { device })}
      text={t('refuseText')}
      yes={t('refuseYes')}
      no={t('refuseNo')}
      isPending={false}
      onYes={onYes}
      onNo={onNo}
    />
  )
}
