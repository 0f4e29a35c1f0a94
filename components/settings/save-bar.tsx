'use client'

import { Check, TriangleAlert } from 'lucide-react'
import { LeaveQuestion } from '@/components/settings/leave-question'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'

type SaveBarProps = {
  form: {
    isDirty: boolean
    isSaving: boolean
    isSaved: boolean
    isConflict: boolean
    errors: Map<string, string>
    failure: unknown
    save: () => void
    discard: () => void
  }
  /** Loads what a colleague has saved, in place of what stands here. */
  loadTheirs: () => void
}

function Conflict({ loadTheirs }: Pick<SaveBarProps, 'loadTheirs'>) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-over bg-over-tint px-4 py-3"
    >
      <TriangleAlert aria-hidden="true" className="size-6 shrink-0 text-over" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="block">Somebody else has changed these settings meanwhile</strong>
        Nothing of yours was saved. Load theirs, then make your changes again.
      </p>
      <Button tone="ink" size="board" onPress={loadTheirs}>
        Load theirs
      </Button>
    </div>
  )
}

function statusOf({ isSaving, isSaved, isDirty, errors }: SaveBarProps['form']): string {
  if (isSaving) return 'Saving…'
  if (errors.size > 0) return `Not saved: correct ${errors.size === 1 ? 'one field' : `${errors.size} fields`}`
  if (isDirty) return 'Not saved yet'
  return isSaved ? 'Saved: open boards have it' : 'Everything is saved'
}

/** Saves a form, says whether it is saved, and asks before it is left unsaved. In sight wherever the page stands. */
export function SaveBar({ form, loadTheirs }: SaveBarProps) {
  const { isDirty, isSaving, isSaved, isConflict, failure } = form
  return (
    <div className="sticky bottom-[84px] z-20 mt-6 flex flex-col gap-3 lg:bottom-4">
      {isConflict && <Conflict loadTheirs={loadTheirs} />}
      {failure !== null && <ErrorState title="The settings were not saved" error={failure} />}
      <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-card px-4 py-3 shadow-float">
        <p role="status" className="mr-auto flex items-center gap-2 font-semibold">
          {isSaved && <Check aria-hidden="true" className="size-5 text-on-time" />}
          {statusOf(form)}
        </p>
        <Button size="board" isDisabled={!isDirty || isSaving} onPress={() => form.discard()}>
          Discard
        </Button>
        <Button
          tone={isDirty ? 'kerb' : 'outline'}
          size="board"
          isDisabled={!isDirty}
          isPending={isSaving}
          onPress={form.save}
        >
          Save
        </Button>
      </div>
      <LeaveQuestion isDirty={isDirty} />
    </div>
  )
}
