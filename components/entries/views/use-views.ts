'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { showToast } from '@/components/ui/toast'
import { ApiError } from '@/lib/http/client'
import { mostViews } from '@/lib/views/model'
import { changeView, createView, deleteView, viewKeys, viewsQuery } from '@/lib/views/queries'
import type { SavedView } from '@/lib/views/schema'

const byName = (a: SavedView, b: SavedView) => a.name.localeCompare(b.name)

/** A person's views in a project, and what can be done with them. */
export function useViews(projectId: string) {
  const t = useWords('entryViews')
  const problems = useWords('problems')
  const queryClient = useQueryClient()
  // One that named a customer who was erased has no name of its own any more.
  const named = (view: SavedView) => (view.name === '' ? { ...view, name: t('unnamed') } : view)
  const views = useQuery({ ...viewsQuery(projectId), select: (known) => known.map(named) })

  // What the server has answered is shown at once, and asked for again.
  const patch = (change: (known: SavedView[]) => SavedView[]) => {
    queryClient.setQueryData(viewsQuery(projectId).queryKey, (known) => known && change(known).sort(byName))
    void queryClient.invalidateQueries({ queryKey: viewKeys.of(projectId) })
  }
  const save = useMutation({
    mutationFn: createView,
    onSuccess: (made) => patch((known) => [...known.filter(({ viewId }) => viewId !== made.viewId), made]),
  })
  const rename = useMutation({
    mutationFn: ({ viewId, name }: { viewId: string; name: string }) => changeView(projectId, viewId, { name }),
    onSuccess: (changed) => patch((known) => known.map((one) => (one.viewId === changed.viewId ? changed : one))),
  })
  const remove = useMutation({
    mutationFn: ({ viewId }: SavedView) => deleteView(projectId, viewId),
    onSuccess: (_, gone) => {
      patch((known) => known.filter(({ viewId }) => viewId !== gone.viewId))
      const { name, filters } = JSON.parse(JSON.stringify(gone))
      showToast({
        tone: 'good',
        title: t('deleted', { name }),
        undo: () => save.mutate({ projectId, name, filters }),
      })
    },
    onError: (error, { name }) =>
      showToast({ tone: 'bad', title: t('notDeleted', { name }), detail: sayProblem(error, problems) }),
  })

  /** What went wrong, in words for the field that the name stands in. */
  function sayFor(error: unknown): string | undefined {
    if (!error) return undefined
    if (error instanceof ApiError && error.problem.code === 'view_name_taken') return t('nameTaken')
    if (error instanceof ApiError && error.problem.code === 'views_full') return t('full', { most: mostViews })
    return sayProblem(error, problems) ?? t('notSaved')
  }
  return { views, save, rename, remove, sayFor }
}
