'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { toldStores, useStoreChoices } from '@/components/stores/store-names'
import { sayRefusal } from '@/components/tablets/failure-words'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { showToast } from '@/components/ui/toast'
import { useOnce } from '@/components/ui/use-once'
import { ApiError } from '@/lib/http/client'
import { mostDeciding, namedForS, namedRange } from '@/lib/pins/model'
import { pinsKey, savePinRule } from '@/lib/pins/queries'
import type { PinRules as Rules } from '@/lib/pins/schema'

const everyStore = ' all'
const [least, most] = namedRange

type Rule = Rules['project']
type Draft = { ask: 'inherit' | 'on' | 'off'; seconds: string }

const draftOf = ({ pinForActions, pinSeconds }: Rule): Draft => ({
  ask: pinForActions === null ? 'inherit' : pinForActions ? 'on' : 'off',
  seconds: pinSeconds === null ? '' : String(pinSeconds),
})

// What is no number is sent as it was typed, and refused.
const secondsOf = (typed: string) => (typed.trim() === '' ? null : Number(typed) || (typed as unknown as number))

const isWrongNumber = (error: unknown) =>
  error instanceof ApiError && error.problem.errors?.some(({ path }) => path === 'pinSeconds') === true

// What is sent is right, but for one more store.
const isOneTooMany = (error: unknown) => error instanceof ApiError && error.problem.code === 'field_invalid'

type EditorProps = { projectId: string; destinationId: string | null; rule: Rule; above: Rule }

function useSaving({ projectId, destinationId }: EditorProps, shown: Draft, { ask, seconds }: Draft) {
  const t = useWords('pins')
  const problems = useWords('problems')
  const queryClient = useQueryClient()
  // What was not touched may be otherwise by now: a colleague's.
  const changed = {
    ...(ask !== shown.ask && { pinForActions: ask === 'inherit' ? null : ask === 'on' }),
    ...(seconds !== shown.seconds && { pinSeconds: secondsOf(seconds) }),
  }
  return useOnce({
    mutationFn: () => savePinRule(projectId, destinationId, changed),
    onSuccess: () => showToast({ tone: 'good', title: t('saved') }),
    onError: (error) => {
      // The field says it.
      if (isWrongNumber(error)) return
      const detail = isOneTooMany(error) ? t('tooManyDecide', { most: mostDeciding }) : sayRefusal(error, { problems })
      showToast({ tone: 'bad', title: t('failed'), detail })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: pinsKey(projectId) }),
  })
}

function RuleEditor(props: EditorProps) {
  const { destinationId, rule, above } = props
  const t = useWords('pins')
  const isProject = destinationId === null
  const [shown] = useState<Draft>(() => {
    const { ask, seconds } = draftOf(rule)
    return { ask: isProject && ask === 'inherit' ? 'off' : ask, seconds }
  })
  const [draft, setDraft] = useState(shown)
  const saving = useSaving(props, shown, draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const choices = [
    ...(isProject ? [] : [{ id: 'inherit', label: t('inherit') }]),
    { id: 'on', label: t('on') },
    { id: 'off', label: t('off') },
  ]
  return (
    <form onSubmit={submit} className="contents">
      <Select
        label={t('ask')}
        choices={choices}
        value={draft.ask}
        onChange={(ask) => setDraft({ ...draft, ask: ask as Draft['ask'] })}
        className="[&_button]:min-h-[48px]"
      />
      <Field
        label={t('seconds')}
        hint={t('secondsHint', { least, most })}
        inputMode="numeric"
        value={draft.seconds}
        placeholder={String(above.pinSeconds ?? namedForS)}
        onChange={(seconds) => {
          saving.reset()
          setDraft({ ...draft, seconds })
        }}
        {...(isWrongNumber(saving.error) && { error: t('secondsWrong', { least, most }) })}
        inputClassName="min-h-[48px]! text-end tabular-nums"
      />
      <Button
        type="submit"
        tone="ink"
        size="board"
        isPending={saving.isPending}
        className="justify-self-start sm:col-span-2"
      >
        {t('save')}
      </Button>
    </form>
  )
}

type PinRulesProps = { projectId: string; rules: Rules; hasAllStores: boolean }

/** Whether tablets ask who acts: for all stores, and for one where it differs. */
export function PinRules({ projectId, rules, hasAllStores }: PinRulesProps) {
  const t = useWords('pins')
  const stores = toldStores(rules.stores)
  const first = hasAllStores ? everyStore : (stores[0]?.destinationId ?? null)
  const [where, setWhere] = useState(first)
  const store = stores.find(({ destinationId }) => destinationId === where)
  const rule = where === everyStore ? rules.project : store
  const choices = useStoreChoices(stores)
  return (
    <SettingsCard title={t('rules')} hint={t('rulesHint')}>
      <div className="grid max-w-2xl grid-cols-1 gap-4 sm:grid-cols-2 sm:items-start">
        <Select
          label={t('appliesTo')}
          choices={hasAllStores ? [{ id: everyStore, label: t('allStores') }, ...choices] : choices}
          value={where}
          onChange={setWhere}
          className="[&_button]:min-h-[48px]"
        />
        {rule && (
          <RuleEditor
            key={`${where} ${rule.pinForActions} ${rule.pinSeconds}`}
            projectId={projectId}
            destinationId={store?.destinationId ?? null}
            rule={rule}
            above={rules.project}
          />
        )}
      </div>
    </SettingsCard>
  )
}
