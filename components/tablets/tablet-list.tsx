'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Tablet as TabletIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { useStoreNames } from '@/components/stores/store-names'
import { sayRefusal } from '@/components/tablets/failure-words'
import { useSaidTime } from '@/components/tablets/when'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { ListSearchField, useListSearch } from '@/components/ui/list-search'
import { Question } from '@/components/ui/question'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { showToast } from '@/components/ui/toast'
import { useFirstScreen } from '@/components/ui/use-first-screen'
import { useOnce } from '@/components/ui/use-once'
import { inSentence, type NamedStore, shownName } from '@/lib/names/model'
import { renameTablet, revokeTablet, tabletsKey, tabletsQuery } from '@/lib/tablets/queries'
import type { Tablet } from '@/lib/tablets/schema'

type Asked = { what: 'rename' | 'revoke'; tablet: Tablet } | null

/** Changes a tablet, tells how it went, and looks at the list again. */
function useChange(projectId: string, leave: () => void) {
  const words = { tablets: useWords('tablets'), problems: useWords('problems') }
  const queryClient = useQueryClient()
  return useOnce({
    mutationFn: async ({ tablet, name }: { tablet: Tablet; name: string | null }) => {
      if (name === null) await revokeTablet(projectId, tablet.tabletId)
      else await renameTablet(projectId, tablet.tabletId, name)
    },
    onSuccess: (_, { tablet, name }) => {
      if (name === null) showToast({ tone: 'good', title: words.tablets('revoked', { name: inSentence(tablet.name) }) })
    },
    onError: (error) => showToast({ tone: 'bad', title: words.tablets('failed'), detail: sayRefusal(error, words) }),
    onSettled: () => {
      leave()
      return queryClient.invalidateQueries({ queryKey: tabletsKey(projectId) })
    },
  })
}

type QuestionProps = { projectId: string; tablet: Tablet; leave: () => void }

function RevokeQuestion({ projectId, tablet, leave }: QuestionProps) {
  const t = useWords('tablets')
  const change = useChange(projectId, leave)
  return (
    <Question
      title={t('revokeTitle', { name: inSentence(tablet.name) })}
      text={t('revokeText')}
      yes={t('revoke')}
      no={t('cancel')}
      isPending={change.isPending}
      onYes={() => change.mutate({ tablet, name: null })}
      onNo={leave}
    />
  )
}

function RenameQuestion({ projectId, tablet, leave }: QuestionProps) {
  const t = useWords('tablets')
  const [name, setName] = useState(tablet.name)
  const change = useChange(projectId, leave)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) change.mutate({ tablet, name })
  }
  return (
    <Dialog title={t('renameNamed', { name: inSentence(tablet.name) })} isOpen onOpenChange={leave}>
      <form onSubmit={save} className="flex flex-col gap-5">
        <Field
          label={t('name')}
          hint={t('nameHint')}
          value={name}
          onChange={setName}
          maxLength={60}
          autoFocus
          inputClassName="min-h-[48px]!"
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="board" onPress={leave}>
            {t('cancel')}
          </Button>
          <Button type="submit" tone="ink" size="board" isDisabled={name.trim() === ''} isPending={change.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type RowProps = { tablet: Tablet; storeName: string; ask: (asked: Asked) => void }

function TabletRow({ tablet, storeName, ask }: RowProps) {
  const t = useWords('tablets')
  const said = useSaidTime()
  const { device, lastSeenAt } = tablet
  const name = shownName(tablet.name)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-card px-4 py-3.5">
      <TabletIcon aria-hidden="true" className="size-6 shrink-0 text-soft" strokeWidth={1.75} />
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-semibold wrap-anywhere">
          <bdi dir="auto">{name}</bdi>
        </h3>
        <p className="text-sm text-soft wrap-anywhere">
          <bdi dir="auto">{storeName}</bdi>
          {device && ` · ${device}`}
        </p>
        <p className="text-sm text-soft wrap-anywhere">
          {lastSeenAt ? t('seen', { time: said(lastSeenAt) }) : t('never')}
          {' · '}
          {t('by', { who: tablet.pairedBy, time: said(tablet.pairedAt) })}
        </p>
      </div>
      <div className="flex gap-2.5">
        <Button size="board" aria-label={`${t('rename')}: ${name}`} onPress={() => ask({ what: 'rename', tablet })}>
          {t('rename')}
        </Button>
        <Button size="board" aria-label={`${t('revoke')}: ${name}`} onPress={() => ask({ what: 'revoke', tablet })}>
          {t('revoke')}
        </Button>
      </div>
    </li>
  )
}

/** The paired tablets of somebody's stores. */
export function TabletList({ projectId, stores }: { projectId: string; stores: NamedStore[] }) {
  const t = useWords('tablets')
  const called = useStoreNames(stores)
  const search = useListSearch()
  const { data, error, refetch } = useQuery({
    ...tabletsQuery(projectId, search.asked),
    placeholderData: keepPreviousData,
  })
  // As it was read when nothing was searched for: not asked for again meanwhile.
  const { data: whole } = useQuery({ ...tabletsQuery(projectId), enabled: false })
  const shown = useFirstScreen(data?.tablets ?? [])
  const [asked, ask] = useState<Asked>(null)
  const leave = () => ask(null)
  const Asking = asked?.what === 'rename' ? RenameQuestion : RevokeQuestion
  return (
    <section aria-labelledby="tablets">
      <h2 id="tablets" className="mb-2.5 font-sign text-2xl font-bold">
        {t('list')}
      </h2>
      <ListSearchField
        search={search}
        isCut={whole?.hasMore ?? false}
        label={t('search')}
        notAll={t('notAll')}
        className="mb-4"
      />
      {!data && error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading label={t('loading')}>
          <Skeleton className="h-24" />
        </Loading>
      )}
      {data?.tablets.length === 0 && search.asked !== '' && <p className="text-soft">{t('noneFound')}</p>}
      {data?.tablets.length === 0 && search.asked === '' && (
        <EmptyState icon={TabletIcon} title={t('none')}>
          <p>{t('noneText')}</p>
        </EmptyState>
      )}
      {data && data.tablets.length > 0 && (
        <ul className="flex flex-col gap-3">
          {shown.map((tablet) => (
            <TabletRow
              key={tablet.tabletId}
              tablet={tablet}
              storeName={called({ destinationId: tablet.destinationId, name: tablet.storeName })}
              ask={ask}
            />
          ))}
        </ul>
      )}
      {asked && <Asking projectId={projectId} tablet={asked.tablet} leave={leave} />}
    </section>
  )
}
