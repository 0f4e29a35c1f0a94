'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { toldStores, useStoreChoices } from '@/components/stores/store-names'
import { sayRefusal } from '@/components/tablets/failure-words'
import { NewPinField } from '@/components/tablets/pins/new-pin-field'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { showToast } from '@/components/ui/toast'
import { useOnce } from '@/components/ui/use-once'
import { type NamedStore, toldApart } from '@/lib/names/model'
import { leastDigits } from '@/lib/pins/model'
import { addPerson, pinsKey, removePersonsPin, setPersonsPin } from '@/lib/pins/queries'
import type { PinPerson } from '@/lib/pins/schema'

const everyStore = ' all'

/** What is asked of somebody's PIN: a new person's, an other one, or none any more. */
export type PinAsked = { what: 'add' } | { what: 'set' | 'remove'; person: PinPerson }

type QuestionProps = {
  projectId: string
  asked: PinAsked
  stores: NamedStore[]
  hasAllStores: boolean
  leave: () => void
}

function useAnswer({ projectId, asked, leave }: QuestionProps) {
  const t = useWords('pins')
  const queryClient = useQueryClient()
  return useOnce({
    mutationFn: async ({ name, pin, where }: Draft) => {
      if (asked.what === 'add') {
        const destinationIds = where === everyStore ? null : [where]
        return void (await addPerson({ projectId, name, pin, destinationIds }))
      }
      const { personId } = asked.person
      if (asked.what === 'remove') await removePersonsPin(projectId, personId)
      else await setPersonsPin(projectId, personId, pin)
    },
    onSuccess: () => {
      showToast({ tone: 'good', title: t(asked.what === 'remove' ? 'removed' : 'pinSaved') })
      leave()
      return queryClient.invalidateQueries({ queryKey: pinsKey(projectId) })
    },
  })
}

type Draft = { name: string; pin: string; where: string }
type PersonProps = Pick<QuestionProps, 'stores' | 'hasAllStores'> & {
  draft: Draft
  change: (part: Partial<Draft>) => void
}

function Person({ stores, hasAllStores, draft, change }: PersonProps) {
  const t = useWords('pins')
  const choices = useStoreChoices(toldStores(stores))
  return (
    <>
      <Field
        label={t('name')}
        value={draft.name}
        maxLength={60}
        autoFocus
        autoComplete="off"
        onChange={(name) => change({ name })}
        inputClassName="min-h-[48px]!"
      />
      <Select
        label={t('where')}
        choices={hasAllStores ? [{ id: everyStore, label: t('everywhere') }, ...choices] : choices}
        value={draft.where}
        onChange={(where) => change({ where })}
        className="[&_button]:min-h-[48px]"
      />
    </>
  )
}

/** Asks for a PIN, or whether one is to go. */
export function PinQuestion(props: QuestionProps) {
  const { asked, stores, hasAllStores, leave } = props
  const t = useWords('pins')
  const problems = useWords('problems')
  const [draft, setDraft] = useState({
    name: '',
    pin: '',
    where: hasAllStores ? everyStore : (toldApart(stores)[0]?.destinationId ?? everyStore),
  })
  const answer = useAnswer(props)
  const name = asked.what === 'add' ? '' : asked.person.name
  const least = asked.what === 'add' ? leastDigits(null) : asked.person.leastDigits
  const title = { add: t('add'), set: t('setNamed', { name }), remove: t('removeTitle', { name }) }[asked.what]
  const isReady =
    asked.what === 'remove' || (draft.pin.length >= least && (asked.what === 'set' || draft.name.trim() !== ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) answer.mutate(draft)
  }
  return (
    <Dialog title={title} isOpen onOpenChange={leave}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        {asked.what === 'add' && <Person {...props} draft={draft} change={(part) => setDraft({ ...draft, ...part })} />}
        {asked.what === 'remove' ? (
          <p>{t('removeText')}</p>
        ) : (
          <NewPinField value={draft.pin} least={least} onChange={(pin) => setDraft({ ...draft, pin })} />
        )}
        {answer.error && (
          <p role="alert" className="rounded-control bg-over-tint px-4 py-3 font-medium">
            {sayRefusal(answer.error, { pins: t, problems }) ?? t('failed')}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="board" onPress={leave}>
            {t('cancel')}
          </Button>
          <Button type="submit" tone="ink" size="board" isDisabled={!isReady} isPending={answer.isPending}>
            {t(asked.what === 'remove' ? 'remove' : 'save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
