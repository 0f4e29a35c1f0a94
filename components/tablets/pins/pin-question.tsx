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
import { Question } from '@/components/ui/question'
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

/** `answer` is what is done; `said` is told once it is. */
function useAnswer<Given = void>(
  { projectId, leave }: QuestionProps,
  answer: (given: Given) => Promise<unknown>,
  said: 'pinSaved' | 'removed',
) {
  const t = useWords('pins')
  const queryClient = useQueryClient()
  return useOnce({
    mutationFn: answer,
    onSuccess: () => {
      showToast({ tone: 'good', title: t(said) })
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

function Refusal({ error }: { error: unknown }) {
  const t = useWords('pins')
  const problems = useWords('problems')
  return (
    <p role="alert" className="rounded-control bg-over-tint px-4 py-3 font-medium">
      {sayRefusal(error, { pins: t, problems }) ?? t('failed')}
    </p>
  )
}

function Removal({ person, ...props }: QuestionProps & { person: PinPerson }) {
  const t = useWords('pins')
  const answer = useAnswer(props, () => removePersonsPin(props.projectId, person.personId), 'removed')
  return (
    <Question
      title={t('removeTitle', { name: person.name })}
      text={t('removeText')}
      yes={t('remove')}
      no={t('cancel')}
      isPending={answer.isPending}
      onYes={() => answer.mutate()}
      onNo={props.leave}
    >
      {answer.error && <Refusal error={answer.error} />}
    </Question>
  )
}

function NewPin({ person, ...props }: QuestionProps & { person: PinPerson | null }) {
  const { projectId, stores, hasAllStores, leave } = props
  const t = useWords('pins')
  const [draft, setDraft] = useState({
    name: '',
    pin: '',
    where: hasAllStores ? everyStore : (toldApart(stores)[0]?.destinationId ?? everyStore),
  })
  const save = ({ name, pin, where }: Draft) =>
    person === null
      ? addPerson({ projectId, name, pin, destinationIds: where === everyStore ? null : [where] })
      : setPersonsPin(projectId, person.personId, pin)
  const answer = useAnswer(props, save, 'pinSaved')
  const least = person === null ? leastDigits(null) : person.leastDigits
  const isReady = draft.pin.length >= least && (person !== null || draft.name.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) answer.mutate(draft)
  }
  return (
    <Dialog title={person === null ? t('add') : t('setNamed', { name: person.name })} isOpen onOpenChange={leave}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        {person === null && <Person {...props} draft={draft} change={(part) => setDraft({ ...draft, ...part })} />}
        <NewPinField value={draft.pin} least={least} onChange={(pin) => setDraft({ ...draft, pin })} />
        {answer.error && <Refusal error={answer.error} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="board" onPress={leave}>
            {t('cancel')}
          </Button>
          <Button type="submit" tone="ink" size="board" isDisabled={!isReady} isPending={answer.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks for a PIN, or whether one is to go. */
export function PinQuestion(props: QuestionProps) {
  const { asked } = props
  if (asked.what === 'remove') return <Removal {...props} person={asked.person} />
  return <NewPin {...props} person={asked.what === 'add' ? null : asked.person} />
}
