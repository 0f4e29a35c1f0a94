'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger, Popover } from 'react-aria-components/Popover'
import { type EntryFilters, noMore } from '@/components/entries/filters/use-entry-filters'
import { useEntrySummary } from '@/components/entries/use-entry-summary'
import { useInstall } from '@/components/entries/use-install'
import { useZoneName } from '@/components/entries/use-zone-name'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { Button, buttonClass } from '@/components/ui/button'
import { Count } from '@/components/ui/chip'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { entrySources } from '@/lib/entries/model'
import { entryKeys, installQuery } from '@/lib/entries/queries'
import type { EntryPage } from '@/lib/entries/schema'

// An id may be anything but this: ids have no control characters.
const any = '\n'

const sourceWords = { order: 'sourceOrder', sdk: 'sourceSdk', import: 'sourceImport' } as const

/** What narrows the entries beside store and time: zone, source, system, install. */
export function MoreFilters({ filters }: { filters: EntryFilters }) {
  const t = useWords('entryFilters')
  const [isOpen, setOpen] = useState(false)
  const { zone, source, os, install } = filters.address
  const used = [zone, source, os, install].filter((one) => one !== null).length
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={buttonClass('outline', 'page', 'px-3.5!')}>
        <ListFilter aria-hidden="true" className="size-4" />
        {t('button')}
        {used > 0 && <Count>{used}</Count>}
      </AriaButton>
      <Popover
        aria-label={t('title')}
        placement="bottom end"
        offset={6}
        className="flex w-84 max-w-[calc(100vw-24px)] flex-col gap-3 overflow-auto rounded-control border border-line bg-card p-3 shadow-float outline-none"
      >
        <Choices filters={filters} onDone={() => setOpen(false)} />
      </Popover>
    </DialogTrigger>
  )
}

/** The systems that the rows read so far name. */
function useSystems(): string[] {
  const lists = useQueryClient().getQueriesData<{ pages: EntryPage[] }>({ queryKey: [...entryKeys.all, 'list'] })
  const systems = lists.flatMap(
    ([, list]) => list?.pages.flatMap(({ entries }) => entries.map(({ deviceInfo }) => deviceInfo?.os)) ?? [],
  )
  return [...new Set(systems)].filter((os) => os !== undefined).slice(0, 6)
}

/** What addresses are to call an install that somebody has typed; null where it is none. */
function useNaming(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (installRef: string) => {
      if (installRef === '') return null
      return (await queryClient.fetchQuery(installQuery({ projectId, installRef }))).sealedInstall
    },
  })
}

function Choices({ filters, onDone }: { filters: EntryFilters; onDone: () => void }) {
  const [t, e, problems] = [useWords('entryFilters'), useWords('entries'), useWords('problems')]
  const { address, view, chooseMore } = filters
  const [os, setOs] = useState(address.os ?? '')
  const shown = useInstall(view).data?.installRef ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const naming = useNaming(view.project?.projectId ?? '')
  const systems = useSystems()
  // Where no zone is chosen, it is what the charts are drawn from.
  const summary = useEntrySummary({ ...view, filter: { ...view.filter, zoneId: undefined } }, true)
  const zones = summary.data?.byZone ?? []
  const zoneName = useZoneName(view)
  const known = address.zone === null || zones.some(({ zoneId }) => zoneId === address.zone)
  function apply(event: FormEvent): void {
    event.preventDefault()
    const choose = (install: string | null) => {
      chooseMore({ os: os.trim() || null, install })
      onDone()
    }
    if (typed === null) choose(address.install)
    else naming.mutate(typed.trim(), { onSuccess: choose })
  }
  return (
    <>
      <Select
        label={e('zone')}
        choices={[
          { id: any, label: t('anyZone') },
          ...(known ? [] : [{ id: address.zone ?? '', label: zoneName ?? '' }]),
          ...zones.map(({ zoneId, zoneName, count }) => ({ id: zoneId, label: zoneName, hint: String(count) })),
        ]}
        value={address.zone ?? any}
        onChange={(id) => chooseMore({ zone: id === any ? null : id })}
      />
      <Select
        label={e('source')}
        choices={[
          { id: any, label: t('anySource') },
          ...entrySources.map((source) => ({ id: source, label: e(sourceWords[source]) })),
        ]}
        value={address.source ?? any}
        onChange={(id) => chooseMore({ source: entrySources.find((source) => source === id) ?? null })}
      />
      <form onSubmit={apply} className="flex flex-col gap-3">
        <div>
          <Field label={t('os')} value={os} onChange={setOs} maxLength={200} />
          {systems.length > 0 && (
            <div className="mt-1.5 flex flex-wrap gap-1.5">
              {systems.map((name) => (
                <Button key={name} onPress={() => setOs(name)} className="min-h-8! px-2.5! text-sm!">
                  {name}
                </Button>
              ))}
            </div>
          )}
        </div>
        <Field
          label={t('install')}
          hint={t('installHint')}
          value={typed ?? shown}
          onChange={setTyped}
          maxLength={128}
          error={naming.error ? (sayProblem(naming.error, problems) ?? e('loadFailed')) : undefined}
        />
        <div className="flex gap-2">
          <Button type="submit" tone="ink" className="flex-1">
            {t('apply')}
          </Button>
          <Button
            onPress={() => {
              chooseMore(noMore)
              onDone()
            }}
          >
            {t('clear')}
          </Button>
        </div>
      </form>
    </>
  )
}
