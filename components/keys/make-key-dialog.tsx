'use client'

import clsx from 'clsx/lite'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Expiry, emptyDraft, expiries, type KeyDraft, requestOf, wrongIn } from '@/components/keys/key-draft'
import type { ShownKey } from '@/components/keys/shown-once'
import { StoreChoice } from '@/components/keys/store-choice'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Choices } from '@/components/ui/choices'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { useOnce } from '@/components/ui/use-once'
import { longestKeyName } from '@/lib/keys/model'
import { makeKey } from '@/lib/keys/queries'
import type { NamedStore } from '@/lib/names/model'

type MakeProps = {
  projectId: string
  stores: NamedStore[]
  onMade: (shown: ShownKey) => void
  onClose: () => void
}

type PartProps = { draft: KeyDraft; change: (part: Partial<KeyDraft>) => void }

function KindChoices({ draft, change }: PartProps) {
  const t = useWords('apiKeys')
  return (
    <>
      <Choices
        label={t('kind')}
        choices={(['secret', 'publishable'] as const).map((value) => ({
          value,
          label: t(value),
          hint: t(`${value}Hint`),
        }))}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        className="sm:grid-cols-2"
      />
      <Choices
        label={t('mode')}
        choices={(['live', 'test'] as const).map((value) => ({ value, label: t(value), hint: t(`${value}Hint`) }))}
        value={draft.mode}
        onChange={(mode) => change({ mode })}
        className="sm:grid-cols-2"
      />
    </>
  )
}

function ExpiryChoice({ draft, change, error }: PartProps & { error: string | undefined }) {
  const t = useWords('apiKeys')
  const nameOf = (expiry: Expiry) => {
    if (expiry === 'never') return t('never')
    return expiry === 'day' ? t('onDay') : t('inDays', { days: expiry })
  }
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Select
        label={t('end')}
        choices={expiries.map((id) => ({ id, label: nameOf(id) }))}
        value={draft.expiry}
        onChange={(id) => change({ expiry: expiries.find((one) => one === id) ?? 'never' })}
        // Beside the day's field, not its label, also where an error stands below.
        className={clsx('[&_button]:min-h-[48px]', draft.expiry === 'day' && 'sm:mt-[26px]')}
      />
      {draft.expiry === 'day' && (
        <Field
          type="date"
          label={t('day')}
          value={draft.day}
          validationBehavior="aria"
          onChange={(day) => change({ day })}
          error={error}
          inputClassName="min-h-[48px]!"
        />
      )}
    </div>
  )
}

/** What a new key should be, and may do. */
export function MakeKeyDialog({ projectId, stores, onMade, onClose }: MakeProps) {
  const t = useWords('apiKeys')
  const [draft, setDraft] = useState(emptyDraft)
  const [isTold, setTold] = useState(false)
  const change = (part: Partial<KeyDraft>) => setDraft((before) => ({ ...before, ...part }))
  const { mutate, isPending, error } = useOnce({
    mutationFn: () => makeKey(requestOf(draft, projectId, new Date())),
    onSuccess: onMade,
  })
  const wrong = wrongIn(draft, new Date())
  const told = (field: keyof typeof wrong) => {
    const sentence = isTold ? wrong[field] : undefined
    return sentence && t(sentence)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (Object.keys(wrong).length === 0) return mutate()
    flushSync(() => setTold(true))
    // What is wrong may have been scrolled away.
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <Dialog title={t('make')} isOpen onOpenChange={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field
          label={t('name')}
          hint={t('nameHint')}
          value={draft.name}
          maxLength={longestKeyName}
          autoFocus
          onChange={(name) => change({ name })}
          error={told('name')}
          inputClassName="min-h-[48px]!"
        />
        <KindChoices draft={draft} change={change} />
        <Choices
          label={t('stores')}
          choices={(['all', 'some'] as const).map((value) => ({ value, label: t(value) }))}
          value={draft.reach}
          onChange={(reach) => change({ reach })}
          className="sm:grid-cols-2"
        />
        {draft.reach === 'some' && (
          <StoreChoice
            projectId={projectId}
            stores={stores}
            chosen={draft.destinationIds}
            onChange={(destinationIds) => change({ destinationIds })}
            error={told('destinationIds')}
          />
        )}
        <ExpiryChoice draft={draft} change={change} error={told('day')} />
        {error && <ErrorState title={t('notMade')} error={error} />}
        <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-col border-t border-line bg-card px-5 pt-3 pb-5">
          <Button type="submit" tone="kerb" size="board" isPending={isPending}>
            {t('submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
