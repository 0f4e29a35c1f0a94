'use client'

import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck, UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTimes } from '@/components/account/use-times'
import { useWords } from '@/components/language/language-provider'
import { InvitationList } from '@/components/people/invitation-list'
import { InviteDialog } from '@/components/people/invite-dialog'
import { PartChips } from '@/components/people/part-chips'
import { PersonDialog } from '@/components/people/person-dialog'
import { type More, ShowMore } from '@/components/people/show-more'
import { useJoinedStores } from '@/components/stores/store-names'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Chip, Count } from '@/components/ui/chip'
import { ErrorState } from '@/components/ui/error-state'
import { ListSearchField, useListSearch } from '@/components/ui/list-search'
import { useFirstScreen } from '@/components/ui/use-first-screen'
import { joinedPages, peopleQuery } from '@/lib/people/queries'
import type { People, Person } from '@/lib/people/schema'

function PersonRow({ person, stores, onChange }: { person: Person; stores: People['stores']; onChange: () => void }) {
  const t = useWords('people')
  const { ago } = useTimes()
  const { name, email, isYou, hasSecondStep, lastSeenAt } = person
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3.5 not-first:border-t not-first:border-line">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {isYou && <Chip>{t('you')}</Chip>}
        </p>
        <p className="text-sm text-soft wrap-anywhere">{email}</p>
        {/* Relative to the moment at which this browser looks. */}
        <p className="text-sm text-soft" suppressHydrationWarning>
          {lastSeenAt ? t('seen', { when: ago(lastSeenAt) }) : t('neverSeen')}
        </p>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <PartChips part={person} stores={stores} />
        {hasSecondStep && (
          <Chip tone="onTime">
            <ShieldCheck aria-hidden="true" className="size-4" />
            {t('secondStep')}
          </Chip>
        )}
      </div>
      {person.mayChange && (
        <Button size="board" aria-label={t('changeNamed', { name })} onPress={onChange}>
          {t('change')}
        </Button>
      )}
    </li>
  )
}

/** `people`: of `all` those that are sought. */
type ListsProps = { projectId: string; people: People; all: People; isSought: boolean; more: More }

function Lists({ projectId, people, all, isSought, more }: ListsProps) {
  const t = useWords('people')
  const [isInviting, setInviting] = useState(false)
  const [changedId, setChangedId] = useState<string | null>(null)
  const stores = useJoinedStores(all.stores, people.stores)
  const shown = useFirstScreen(people.people)
  const changed = people.people.find(({ userId }) => userId === changedId)
  return (
    <>
      <section aria-labelledby="who">
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <h2 id="who" className="me-auto flex items-center gap-2.5 font-sign text-2xl font-bold">
            {t('who')}
            <Count>
              {people.people.length}
              {people.peopleToken && '+'}
            </Count>
          </h2>
          <Button tone="kerb" size="board" onPress={() => setInviting(true)}>
            <UserPlus aria-hidden="true" className="size-5" />
            {t('invite')}
          </Button>
        </div>
        {people.people.length > 0 ? (
          <Card>
            <ul>
              {shown.map((person) => (
                <PersonRow
                  key={person.userId}
                  person={person}
                  stores={stores}
                  onChange={() => setChangedId(person.userId)}
                />
              ))}
            </ul>
          </Card>
        ) : (
          <p className="text-soft">{t('noneFound')}</p>
        )}
        <ShowMore list="people" count={people.people.length} isCut={Boolean(people.peopleToken)} more={more} />
        {!isSought && people.people.length === 1 && people.invitations.length === 0 && (
          <p className="mt-3 text-soft">{t('onlyYou')}</p>
        )}
      </section>
      <InvitationList projectId={projectId} people={people} stores={stores} more={more} />
      <InviteDialog projectId={projectId} people={all} isOpen={isInviting} onOpenChange={setInviting} />
      {changed && (
        <PersonDialog projectId={projectId} giving={all} person={changed} onClose={() => setChangedId(null)} />
      )}
    </>
  )
}

/** What was read as one list. */
function useJoined(read: InfiniteData<People> | undefined): People | null {
  return useMemo(() => {
    const [first, ...behind] = read?.pages ?? []
    return first ? joinedPages([first, ...behind]) : null
  }, [read])
}

function Loaded({ projectId, all }: { projectId: string; all: InfiniteData<People> }) {
  const t = useWords('people')
  const search = useListSearch()
  const sought = useInfiniteQuery({ ...peopleQuery(projectId, search.asked), placeholderData: keepPreviousData })
  const { data, error, refetch } = sought
  const whole = useJoined(all)
  const people = useJoined(data)
  const isCut = Boolean(whole?.peopleToken ?? whole?.invitationsToken)
  return (
    <div className="flex max-w-4xl flex-col gap-8">
      <ListSearchField
        search={search}
        isCut={isCut}
        isLong={isCut || all.pages.length > 1}
        label={t('find')}
        notAll={t('notAll')}
      />
      {whole && people && (
        <Lists projectId={projectId} people={people} all={whole} isSought={search.asked !== ''} more={sought} />
      )}
      {!data && error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
    </div>
  )
}

/** Who is in a project, and who is asked to join it: where those are very many page by page, and with a search. */
export function PeoplePage({ projectId }: { projectId: string }) {
  const t = useWords('people')
  const { data, error, refetch } = useInfiniteQuery(peopleQuery(projectId))
  if (data) return <Loaded key={projectId} projectId={projectId} all={data} />
  return error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
}
