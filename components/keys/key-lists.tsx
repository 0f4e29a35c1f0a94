'use client'

import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isSought } from '@/components/keys/sought'
import { useWords } from '@/components/language/language-provider'
import { Card } from '@/components/ui/card'
import { Count } from '@/components/ui/chip'
import { Disclosure } from '@/components/ui/disclosure'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { isInForce } from '@/lib/keys/model'
import type { ApiKey } from '@/lib/keys/schema'

const searchFrom = 9
const headingClass = 'flex items-center gap-2.5 font-sign text-2xl font-bold'

/** The keys that work, and behind their number those that have ended; of many those that are looked for. */
export function KeyLists({ keys, row }: { keys: ApiKey[]; row: (apiKey: ApiKey) => ReactNode }) {
  const t = useWords('apiKeys')
  const [typed, setTyped] = useState('')
  const isSeeking = typed.trim() !== ''
  const found = keys.filter((apiKey) => isSought(apiKey, typed))
  const working = found.filter(({ state }) => isInForce(state))
  const ended = found.filter(({ state }) => !isInForce(state))
  return (
    <>
      {keys.length >= searchFrom && (
        <div className="flex max-w-xl flex-col gap-2">
          <Field
            label={t('find')}
            hint={t('findHint')}
            type="search"
            autoComplete="off"
            spellCheck="false"
            value={typed}
            onChange={setTyped}
            inputClassName="min-h-[48px]!"
          />
          <p role="status" className={isSeeking && found.length === 0 ? 'font-semibold' : 'sr-only'}>
            {isSeeking && t('found', { count: found.length })}
          </p>
        </div>
      )}
      {!isSeeking && working.length === 0 && (
        <EmptyState icon={KeyRound} title={t('none')}>
          <p>{t('noneText')}</p>
        </EmptyState>
      )}
      {working.length > 0 && (
        <section aria-labelledby="working">
          <h2 id="working" className={`mb-2.5 ${headingClass}`}>
            {t('inForce')} <Count>{working.length}</Count>
          </h2>
          <Card>
            <ul>{working.map(row)}</ul>
          </Card>
        </section>
      )}
      {ended.length > 0 && (
        <Disclosure
          // What was looked for and has ended is not folded away once more.
          key={String(isSeeking && working.length === 0)}
          defaultExpanded={isSeeking && working.length === 0}
          title={
            <span className={headingClass}>
              {t('ended')} <Count>{ended.length}</Count>
            </span>
          }
        >
          <Card className="mt-2">
            <ul>{ended.map(row)}</ul>
          </Card>
        </Disclosure>
      )}
    </>
  )
}
