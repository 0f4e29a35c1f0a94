'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Tablet as TabletIcon, TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { toldStores, useStoreChoices } from '@/components/stores/store-names'
import { sayRefusal } from '@/components/tablets/failure-words'
import { RefuseQuestion, SecondLook, UnnamedStore } from '@/components/tablets/second-look'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { showToast } from '@/components/ui/toast'
import { useOnce } from '@/components/ui/use-once'
import { inSentence, type NamedStore, type Told } from '@/lib/names/model'
import { codeFrom } from '@/lib/tablets/model'
import { denyTablet, lookAtWaiting, pairTablet, tabletsKey } from '@/lib/tablets/queries'
import type { WaitingTablet } from '@/lib/tablets/schema'

function Refused({ error }: { error: unknown }) {
  const words = { tablets: useWords('tablets'), problems: useWords('problems') }
  if (!error) return null
  return (
    <p role="alert" className="flex gap-2.5 rounded-control bg-over-tint px-4 py-3 font-medium">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-over" />
      {sayRefusal(error, words) ?? words.tablets('failed')}
    </p>
  )
}

type Welcome = { destinationId: string; name: string }

/** Admits a tablet to a store, or sends it away (null), and tells how it went. */
function useAnswer(projectId: string, userCode: string, leave: () => void) {
  const t = useWords('tablets')
  const queryClient = useQueryClient()
  return useOnce({
    mutationFn: async (welcome: Welcome | null) =>
      welcome ? pairTablet({ projectId, userCode, ...welcome }) : denyTablet(projectId, userCode),
    onSuccess: (made) => {
      const title = made ? t('paired', { name: inSentence(made.name) }) : t('refused')
      showToast({ tone: 'good', title, ...(made && { detail: t('pairedText') }) })
      void queryClient.invalidateQueries({ queryKey: tabletsKey(projectId) })
      leave()
    },
  })
}

type PlaceProps = { stores: Told<NamedStore>[]; place: Draft; change: (part: Partial<Draft>) => void }
type Draft = { destinationId: string | null; name: string }

function Place({ stores, place, change }: PlaceProps) {
  const [t, ui] = [useWords('tablets'), useWords('ui')]
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:items-start">
      <div className="flex min-w-0 flex-col gap-1.5">
        <span aria-hidden="true" className="text-sm font-semibold">
          {t('store')}
        </span>
        <Select
          label={t('store')}
          choices={useStoreChoices(stores)}
          value={place.destinationId}
          onChange={(destinationId) => change({ destinationId })}
          placeholder={t('chooseStore')}
          isRequired
          isLabelAside
          className="flex flex-col gap-1.5 [&_button]:min-h-[48px]"
        />
      </div>
      <Field
        label={t('name')}
        value={place.name}
        onChange={(name) => change({ name })}
        hint={t('nameHint')}
        isRequired
        validate={(name) => (name.trim() ? null : ui('fillIn'))}
        maxLength={60}
        inputClassName="min-h-[48px]!"
      />
    </div>
  )
}

type AdmitProps = { projectId: string; waiting: WaitingTablet; stores: Told<NamedStore>[]; leave: () => void }

// What is compared is not broken at its hyphen.
const inOneLine = (code: ReactNode) => <span className="whitespace-nowrap">{code}</span>

/** What is about to be admitted, to which store and under which name; or sent away. */
function Admit({ projectId, waiting, stores, leave }: AdmitProps) {
  const t = useWords('tablets')
  const only = stores.length === 1 ? stores[0] : undefined
  const [place, setPlace] = useState<Draft>({ destinationId: only?.destinationId ?? null, name: '' })
  const { destinationId, name } = place
  const { error, isPending, mutate } = useAnswer(projectId, waiting.userCode, leave)
  const [asking, ask] = useState<'refuse' | 'unnamed' | null>(null)
  const store = stores.find((one) => one.destinationId === destinationId)
  const unnamed = store?.isNew ? store : null
  const isReady = destinationId !== null && name.trim() !== ''
  const admit = () => {
    ask(null)
    if (isReady) mutate({ destinationId, name })
  }
  const refuse = () => {
    ask(null)
    mutate(null)
  }
  const device = waiting.device || t('someDevice')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && unnamed) ask('unnamed')
    else admit()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex gap-4 rounded-control bg-well px-4 py-3.5">
        <TabletIcon aria-hidden="true" className="mt-0.5 size-7 shrink-0" strokeWidth={1.75} />
        <p className="min-w-0">
          <strong className="block text-lg">{t('asks', { device })}</strong>
          {t.rich('check', { c: inOneLine, code: waiting.userCode })}
        </p>
      </div>
      {waiting.isElsewhere && (
        <p className="flex gap-2.5 rounded-control bg-over-tint px-4 py-3 font-medium">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-over" />
          {t('elsewhere', { address: waiting.address })}
        </p>
      )}
      <Place stores={stores} place={place} change={(part) => setPlace({ ...place, ...part })} />
      {unnamed && <UnnamedStore />}
      <Refused error={error} />
      <div className="flex flex-wrap gap-3">
        {/* Where there is reason to think, nothing is the obvious next thing to do. */}
        <Button type="submit" tone={waiting.isElsewhere || unnamed ? 'ink' : 'kerb'} size="board" isPending={isPending}>
          {t('admit')}
        </Button>
        <Button size="board" isPending={isPending} onPress={() => ask('refuse')}>
          {t('refuse')}
        </Button>
        <Button tone="quiet" size="board" onPress={leave}>
          {t('anotherCode')}
        </Button>
      </div>
      {asking === 'unnamed' && unnamed && <SecondLook store={unnamed} onYes={admit} onNo={() => ask(null)} />}
      {asking === 'refuse' && <RefuseQuestion device={device} onYes={refuse} onNo={() => ask(null)} />}
    </form>
  )
}

// A code that was answered must not be asked for again by going back or loading anew.
function dropCode(): void {
  const address = new URL(window.location.href)
  if (!address.searchParams.has('code')) return
  address.searchParams.delete('code')
  window.history.replaceState(null, '', address)
}

type PairFormProps = { projectId: string; code: string; stores: NamedStore[] }

/** A tablet's code is entered, or came with the address; then whoever enters it sees what asks. */
export function PairForm({ projectId, code: scanned, stores: known }: PairFormProps) {
  const t = useWords('tablets')
  const stores = toldStores(known)
  const [code, setCode] = useState(scanned)
  const look = useOnce({ mutationFn: (typed: string) => lookAtWaiting(projectId, typed) })
  const { mutate, reset, data: waiting } = look
  const hasLooked = useRef(false)
  useEffect(() => {
    if (hasLooked.current || !codeFrom(scanned)) return
    hasLooked.current = true
    mutate(scanned)
  }, [scanned, mutate])
  const leave = () => {
    dropCode()
    setCode('')
    reset()
  }
  const find = (event: FormEvent) => {
    event.preventDefault()
    mutate(code)
  }
  return (
    <SettingsCard title={t('pair')} hint={t('pairHint')}>
      {stores.length === 0 && <p className="text-soft">{t('noStores')}</p>}
      {stores.length > 0 && waiting && <Admit projectId={projectId} waiting={waiting} stores={stores} leave={leave} />}
      {stores.length > 0 && !waiting && (
        <form onSubmit={find} className="flex flex-col gap-4">
          <div className="flex flex-wrap items-end gap-3">
            <Field
              label={t('code')}
              value={code}
              onChange={(typed) => setCode(typed.toUpperCase())}
              isRequired
              autoComplete="off"
              spellCheck="false"
              maxLength={40}
              className="min-w-0 flex-1 basis-56 sm:max-w-xs"
              inputClassName="min-h-[52px]! font-sign text-2xl! font-semibold tracking-[0.08em]"
            />
            <Button type="submit" tone="kerb" size="board" isPending={look.isPending}>
              {t('find')}
            </Button>
          </div>
          <Refused error={look.error} />
        </form>
      )}
    </SettingsCard>
  )
}
