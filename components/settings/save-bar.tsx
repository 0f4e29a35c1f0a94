'use client'

import clsx from 'clsx/lite'
import { Check, TriangleAlert } from 'lucide-react'
import { useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'
import { LeaveQuestion } from '@/components/settings/leave-question'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'

type SaveBarProps = {
  form: {
    isDirty: boolean
    isSaving: boolean
    isSaved: boolean
    isConflict: boolean
    errors: Map<string, unknown>
    failure: unknown
    save: () => void
    discard: () => void
  }
  /** Loads what a colleague has saved, in place of what stands here. */
  loadTheirs: () => void
}

function Conflict({ loadTheirs }: Pick<SaveBarProps, 'loadTheirs'>) {
  const t = useWords('settings')
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-over bg-over-tint px-4 py-3"
    >
      <TriangleAlert aria-hidden="true" className="size-6 shrink-0 text-over" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="block">{t('conflict')}</strong>
        {t('conflictText')}
      </p>
      <Button tone="ink" size="board" onPress={loadTheirs}>
        {t('loadTheirs')}
      </Button>
    </div>
  )
}

function statusOf({ isSaving, isSaved, isDirty, errors }: SaveBarProps['form'], t: Words<'settings'>): string {
  if (isSaving) return t('saving')
  if (errors.size > 0) return t('correct', { count: errors.size })
  if (isDirty) return t('unsaved')
  return t(isSaved ? 'saved' : 'allSaved')
}

/**
 * Saves a form, says whether it is saved, and asks before it is left unsaved. In sight wherever the page stands while there is
 * something to say: it would else lie over the fields for nothing.
 */
export function SaveBar({ form, loadTheirs }: SaveBarProps) {
  const t = useWords('settings')
  const { isDirty, isSaving, isSaved, isConflict, failure } = form
  const isInSight = isDirty || isSaving || isSaved || isConflict || failure !== null
  return (
    <div className={clsx('mt-6 flex flex-col gap-3', isInSight && 'sticky bottom-[84px] z-20 lg:bottom-4')}>
      {isConflict && <Conflict loadTheirs={loadTheirs} />}
      {failure !== null && <ErrorState title={t('saveFailed')} error={failure} />}
      <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-card px-4 py-3 shadow-float">
        <p role="status" className="me-auto flex items-center gap-2 font-semibold">
          {isSaved && <Check aria-hidden="true" className="size-5 text-on-time" />}
          {statusOf(form, t)}
        </p>
        <div className="flex gap-3">
          <Button size="board" isDisabled={!isDirty || isSaving} onPress={() => form.discard()}>
            {t('discard')}
          </Button>
          <Button
            tone={isDirty ? 'kerb' : 'outline'}
            size="board"
            isDisabled={!isDirty}
            isPending={isSaving}
            onPress={form.save}
          >
            {t('save')}
          </Button>
        </div>
      </div>
      <LeaveQuestion isDirty={isDirty} />
    </div>
  )
}
