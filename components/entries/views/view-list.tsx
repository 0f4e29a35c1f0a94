'use client'

import clsx from 'clsx/lite'
import { Check, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import { useInstall } from '@/components/entries/use-install'
import { useViews } from '@/components/entries/views/use-views'
import { addressOf, filtersOf, isShown } from '@/components/entries/views/view-address'
import { useWords } from '@/components/language/language-provider'
import { Button, IconButton } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { useNoEchoBehind } from '@/components/ui/use-no-echo'
import { longestViewName } from '@/lib/views/model'
import type { SavedView } from '@/lib/views/schema'

type ViewListProps = { filters: EntryFilters; onDone: () => void }

/** The views of a project, and below them a field that saves what is filtered now. */
export function ViewList({ filters, onDone }: ViewListProps) {
  const t = useWords('entryViews')
  const { address, view: shown, chooseAll } = filters
  const projectId = shown.project?.projectId ?? ''
  const { views, save, rename, remove, sayFor } = useViews(projectId)
  const install = useInstall(shown)
  const [renamed, setRenamed] = useState<string | null>(null)
  // Back at its button, and not at the first of the list.
  const [wasRenamed, setWasRenamed] = useState<string | null>(null)
  const endRenaming = () => {
    setWasRenamed(renamed)
    setRenamed(null)
  }
  if (views.isPending || install.isLoading) return <Skeleton className="h-24" />
  const failed = [views, install].find((one) => one.isError)
  if (!views.data || failed) {
    return <ErrorState title={t('failed')} error={failed?.error} onRetry={() => void failed?.refetch()} />
  }
  const now = new Date()
  const isBeingDeleted = ({ viewId }: SavedView) => remove.isPending && remove.variables.viewId === viewId
  return (
    <>
      {views.data.length === 0 && <p className="px-1 pb-3 text-soft">{t('none')}</p>}
      <ul className="saved-views flex flex-col">
        {views.data.map((view) =>
          view.viewId === renamed ? (
            <li key={view.viewId} className="py-1.5">
              <NameForm
                label={t('newName', { name: view.name })}
                start={view.name}
                button={t('rename')}
                error={sayFor(rename.error)}
                onSubmit={(name) => rename.mutate({ viewId: view.viewId, name }, { onSuccess: endRenaming })}
                onCancel={endRenaming}
              />
            </li>
          ) : (
            <ViewLine
              key={view.viewId}
              view={view}
              isShown={isShown(view, address, shown.stores, now)}
              wasRenamed={view.viewId === wasRenamed}
              onChoose={() => {
                chooseAll(addressOf(view, shown.stores, new Date()))
                onDone()
              }}
              onRename={() => {
                rename.reset()
                setRenamed(view.viewId)
              }}
              onDelete={() => isBeingDeleted(view) || remove.mutate(view)}
            />
          ),
        )}
      </ul>
      <div className="mt-2 border-t border-line pt-3">
        <NameForm
          label={t('saveAs')}
          button={t('save')}
          error={sayFor(save.error)}
          onSubmit={(name, done) =>
            save.mutate(
              { projectId, name, filters: filtersOf(address, install.data?.installRef, new Date(), shown.timeZone) },
              { onSuccess: done },
            )
          }
        />
        <p className="mt-2 text-sm text-soft">{t('hint')}</p>
      </div>
    </>
  )
}

type LineProps = {
  view: SavedView
  isShown: boolean
  wasRenamed: boolean
  onChoose: () => void
  onRename: () => void
  onDelete: () => void
}

function ViewLine({ view: { name }, isShown, wasRenamed, onChoose, onRename, onDelete }: LineProps) {
  const t = useWords('entryViews')
  useNoEchoBehind('.saved-views')
  return (
    <li className="flex items-center gap-0.5">
      <Button
        tone="quiet"
        aria-pressed={isShown}
        onPress={onChoose}
        className={clsx('min-w-0 flex-1 justify-start! px-2! text-start', !isShown && 'font-normal!')}
      >
        <Check aria-hidden="true" className={clsx('size-4 shrink-0', !isShown && 'opacity-0')} />
        <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
      </Button>
      <IconButton tone="quiet" label={t('renameNamed', { name })} onPress={onRename} autoFocus={wasRenamed}>
        <Pencil aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton tone="quiet" label={t('deleteNamed', { name })} onPress={onDelete}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  )
}

type NameFormProps = {
  label: string
  start?: string
  button: string
  error: string | undefined
  /** `done` empties the field. */
  onSubmit: (name: string, done: () => void) => void
  /** Where there is a way out, the field is what the person has just asked for. */
  onCancel?: () => void
}

function NameForm({ label, start = '', button, error, onSubmit, onCancel }: NameFormProps) {
  const t = useWords('entryViews')
  const [name, setName] = useState(start)
  const [isMissing, setMissing] = useState(false)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (name.trim() === '') setMissing(true)
    else onSubmit(name, () => setName(start))
  }
  // The field alone is closed, and not the menu around it.
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !onCancel) return
    event.stopPropagation()
    onCancel()
  }
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} noValidate className="flex flex-wrap items-start gap-2">
      <Field
        autoFocus={onCancel !== undefined}
        label={label}
        value={name}
        maxLength={longestViewName}
        onChange={(value) => {
          setName(value)
          setMissing(false)
        }}
        error={isMissing ? t('nameMissing') : error}
        className={onCancel ? 'basis-full' : 'min-w-0 flex-1'}
      />
      <Button type="submit" tone="ink" className={clsx('shrink-0', !onCancel && 'mt-6.5')}>
        {button}
      </Button>
      {onCancel && (
        <Button tone="quiet" onPress={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </form>
  )
}
