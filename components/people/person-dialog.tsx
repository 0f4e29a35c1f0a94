'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { FailureNote } from '@/components/people/failure-note'
import { MadeLinkView } from '@/components/people/made-link'
import { PartFields } from '@/components/people/part-fields'
import { useJoinedStores } from '@/components/stores/store-names'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { showToast } from '@/components/ui/toast'
import { useNoEcho } from '@/components/ui/use-no-echo'
import { useTurn } from '@/components/ui/use-turn'
import type { Part } from '@/lib/people/model'
import { changePerson, makeResetLink, peopleKey, personQuery, removePerson } from '@/lib/people/queries'
import type { MadeLink, People, Person, WholePerson } from '@/lib/people/schema'

type PersonProps = { projectId: string; person: Person }

/** Does something about a person, and says what came of it. */
function useDeed(projectId: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { take } = useTurn()
  const attempt = async (deed: () => Promise<void>, title: string) => {
    setPending(true)
    setFailure(null)
    try {
      await deed()
      void queryClient.invalidateQueries({ queryKey: peopleKey(projectId) })
      showToast({ tone: 'good', title })
      onDone()
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }
  const run = (deed: () => Promise<void>, title: string) => void take(() => attempt(deed, title))
  return { run, take, isPending, failure, setFailure }
}

function RemoveQuestion({
  projectId,
  person,
  onClose,
  onKeep,
}: PersonProps & { onClose: () => void; onKeep: () => void }) {
  const t = useWords('people')
  useNoEcho()
  const { run, isPending, failure } = useDeed(projectId, onClose)
  // As it is asked, whatever is read of them while the question stands open.
  const [{ userId, role }] = useState(person)
  const remove = () => removePerson({ projectId, userId, role })
  return (
    <div className="flex flex-col gap-5">
      <p>{t('removeText')}</p>
      {failure !== null && <FailureNote error={failure} />}
      <div className="flex flex-wrap gap-3">
        <Button
          size="board"
          className="flex-1"
          isPending={isPending}
          onPress={() => run(remove, t('removed', { name: person.name }))}
        >
          {t('removeYes')}
        </Button>
        <Button tone="ink" size="board" className="flex-1" autoFocus onPress={onKeep}>
          {t('keep')}
        </Button>
      </div>
    </div>
  )
}

type ChangeProps = {
  projectId: string
  /** What there is to give. */
  giving: People
  onClose: () => void
  onRemove: () => void
  onLink: (made: MadeLink) => void
}

function ChangeForm({ projectId, giving, person, onClose, onRemove, onLink }: ChangeProps & { person: WholePerson }) {
  const t = useWords('people')
  const { run, take, isPending, failure, setFailure } = useDeed(projectId, onClose)
  const { role, destinationIds, userId, name } = person
  // What it was decided on is what the form was begun with, whatever is read of them while it stands open.
  const [from] = useState<Part>({ role, destinationIds })
  const [part, setPart] = useState(from)
  const stores = useJoinedStores(giving.stores, person.stores)
  const isMissing = part.destinationIds?.length === 0
  const save = () => changePerson({ projectId, userId }, { ...part, from })
  // Its "Save" comes to stand where the answers of the question lay.
  useNoEcho()
  const makeLink = () => void take(() => makeResetLink({ projectId, userId }).then(onLink, setFailure))
  return (
    <div className="flex flex-col gap-5">
      <PartFields
        projectId={projectId}
        giving={{ ...giving, stores }}
        part={part}
        onChange={setPart}
        error={isMissing ? t('chooseStore') : undefined}
      />
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        <p className="text-sm text-soft">{t('resetHint')}</p>
        <Button size="board" onPress={makeLink}>
          {t('resetLink')}
        </Button>
        <Button size="board" className="mt-2 text-over!" onPress={onRemove}>
          {t('remove')}
        </Button>
      </div>
      <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-col gap-3 border-t border-line bg-card px-5 pt-3 pb-5">
        {failure !== null && <FailureNote error={failure} />}
        <Button
          tone="kerb"
          size="board"
          isPending={isPending}
          isDisabled={isMissing}
          onPress={() => run(save, t('saved', { name }))}
        >
          {t('save')}
        </Button>
      </div>
    </div>
  )
}

/** The same once all stores of the person are read: a list has the first alone. */
function Change(props: ChangeProps & { person: Person }) {
  const { projectId, person } = props
  const t = useWords('people')
  const { data, error, refetch } = useQuery(personQuery(projectId, person.userId))
  if (data) return <ChangeForm {...props} person={data} />
  if (error) return <ErrorState title={t('personLoadFailed')} error={error} onRetry={() => void refetch()} />
  return <Skeleton className="h-96" />
}

/** What a person is in the project: to change, to take out, to give a link for a new password. */
export function PersonDialog({ onClose, giving, ...given }: PersonProps & { giving: People; onClose: () => void }) {
  const t = useWords('people')
  const [view, setView] = useState<'change' | 'remove' | MadeLink>('change')
  const { name, email } = given.person
  const title = view === 'remove' ? t('removeTitle', { name }) : view === 'change' ? name : t('resetLink')
  return (
    <Dialog title={title} isOpen onOpenChange={onClose}>
      {view === 'change' && (
        <Change {...given} giving={giving} onClose={onClose} onRemove={() => setView('remove')} onLink={setView} />
      )}
      {view === 'remove' && <RemoveQuestion {...given} onClose={onClose} onKeep={() => setView('change')} />}
      {typeof view === 'object' && <MadeLinkView made={view} email={email} onDone={onClose} />}
    </Dialog>
  )
}
