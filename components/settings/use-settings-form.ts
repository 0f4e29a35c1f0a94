'use client'

import { useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { afterSaving } from '@/components/settings/draft'
import { refusalsOf, type Sent } from '@/components/settings/refusals'
import { useOnce } from '@/components/ui/use-once'
import { ApiError } from '@/lib/http/client'

type Given<Loaded, Draft, Patch> = {
  loaded: Loaded
  draftOf: (loaded: Loaded) => Draft
  patchOf: (draft: Draft, base: Loaded) => Patch
  save: (loaded: Loaded, patch: Patch) => Promise<Loaded>
  onSaved: (saved: Loaded) => void
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.problem.code : null)

/**
 * Settings in a form: what stands in it, whether that is saved, and what the server said. Whatever is loaded anew
 * replaces a form that nobody has changed; one that somebody has is refused by its version on saving.
 */
export function useSettingsForm<Loaded extends { version: number }, Draft extends object, Patch extends Sent>(
  given: Given<Loaded, Draft, Patch>,
) {
  const t = useWords('settings')
  const { loaded, draftOf, patchOf } = given
  const [base, setBase] = useState(loaded)
  const [draft, setDraft] = useState(() => draftOf(loaded))
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(base))
  const begin = (from: Loaded) => {
    setBase(from)
    setDraft(draftOf(from))
  }
  if (loaded.version > base.version && !isDirty) begin(loaded)
  const { mutate, reset, error, variables, isPending, isSuccess } = useOnce({
    mutationFn: ({ patch }: { patch: Patch; sent: Draft }) => given.save(base, patch),
    onSuccess: (saved, { sent }) => {
      setBase(saved)
      setDraft((now) => afterSaving(now, sent, draftOf(saved)))
      given.onSaved(saved)
    },
  })
  const code = codeOf(error)
  const isConflict = code === 'version_mismatch'
  return {
    draft,
    isDirty,
    isSaving: isPending,
    isSaved: isSuccess && !isDirty,
    isConflict,
    errors: refusalsOf(error instanceof ApiError ? error.problem.errors : [], variables?.patch ?? {}, t),
    /** What went wrong, where no field and no colleague is the reason. */
    failure: error && code !== 'field_invalid' && !isConflict ? error : null,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    save: () => mutate({ patch: patchOf(draft, base), sent: draft }),
    /** Back to what is saved; after a conflict give what was loaded anew. */
    discard: (fresh: Loaded = base) => {
      reset()
      begin(fresh)
    },
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm<{ version: number }, object, Sent>>
