'use client'

import { type FormEvent, useState } from 'react'
import { DeedNote } from '@/components/account/deed-note'
import { useDeed } from '@/components/account/use-deed'
import { messageAt } from '@/components/entrance/own-problem'
import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { showToast } from '@/components/ui/toast'
import { rename } from '@/lib/account/queries'
import type { OwnAccount } from '@/lib/account/schema'

/** What the account's owner is called. */
export function NameCard({ account }: { account: OwnAccount }) {
  const t = useWords('account')
  const [name, setName] = useState(account.name)
  const { run, isPending, failure, forget } = useDeed()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(() => rename(name.trim()))) showToast({ tone: 'good', title: t('nameSaved') })
  }
  return (
    <SettingsCard title={t('name')} hint={account.email}>
      <form onInput={forget} onSubmit={(event) => void submit(event)} className="flex max-w-md flex-col gap-4">
        <Field
          label={t('name')}
          hint={t('nameHint')}
          value={name}
          onChange={setName}
          maxLength={100}
          autoComplete="name"
          {...(messageAt(failure, 'name') && { error: t('nameMissing') })}
          inputClassName="min-h-12!"
        />
        <DeedNote error={failure} />
        <Button
          type="submit"
          size="board"
          className="self-start"
          isPending={isPending}
          isDisabled={name.trim() === '' || name.trim() === account.name}
        >
          {t('save')}
        </Button>
      </form>
    </SettingsCard>
  )
}
