'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/lib/http/client'

type Given<Loaded, Draft> = {
  loaded: Loaded
  draftOf: (loaded: Loaded) => Draft
  save: (loaded: Loaded, draft: Draft) => Promise<Loaded>
  onSaved: (saved: Loaded) => void
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.problem.code : null)

/** What was refused, by the field's path; one of a list's items tells it of the list. */
function errorsOf(error: unknown): Map<string, string> {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : []
  return new Map(errors.toReversed().map(({ path, message }) => [path.replace(/\.\d+$/, ''), message]))
}

/**
 * Settings in a form: what stands in it, whether that is saved, and what the server said. Whatever is loaded anew
 * replaces a form that nobody has changed; one that somebody has is refused by its version on saving.
 */
export function useSettingsForm<Loaded extends { version: number }, Draft extends object>(given: Given<Loaded, Draft>) {
  const { loaded, draftOf } = given
  const [base, setBase] = useState(loaded)
  const [draft, setDraft] = useState(() => draftOf(loaded))
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(base))
  const begin = (from: Loaded) => {
    setBase(from)
    setDraft(draftOf(from))
  }
  if (loaded.version > base.version && !isDirty) begin(loaded)
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: () => given.save(base, draft),
    onSuccess: (saved) => {
      begin(saved)
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
    errors: errorsOf(error),
    /** What went wrong, where no field and no colleague is the reason. */
    failure: error && code !== 'field_invalid' && !isConflict ? error : null,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    save: () => mutate(),
    /** Back to what is saved; after a conflict give what was loaded anew. */
    discard: (fresh: Loaded = base) => {
      reset()
      begin(fresh)
    },
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm<{ version: number }, object>>
