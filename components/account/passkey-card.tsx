'use client'

import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { DeedNote } from '@/components/account/deed-note'
import { PasswordProof } from '@/components/account/password-proof'
import { useDeed } from '@/components/account/use-deed'
import { useTimes } from '@/components/account/use-times'
import { useHasPasskeys } from '@/components/entrance/passkey-button'
import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Question } from '@/components/ui/question'
import { showToast } from '@/components/ui/toast'
import { addPasskey, removePasskey } from '@/lib/account/queries'
import type { AccountPasskey, OwnAccount } from '@/lib/account/schema'

function AddDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useWords('account')
  const { run, isPending, failure, forget } = useDeed()
  const [name, setName] = useState('')
  const add = async (password: string) => {
    if (!(await run(() => addPasskey(name.trim(), password)))) return
    showToast({ tone: 'good', title: t('passkeyAdded') })
    onClose()
  }
  const told = { email, isPending, failure, label: t('addPasskey') }
  return (
    <Dialog title={t('addPasskey')} isOpen onOpenChange={onClose}>
      <PasswordProof {...told} onTyping={forget} onProve={(password) => void add(password)}>
        <Field
          label={t('passkeyName')}
          hint={t('passkeyNameHint')}
          value={name}
          onChange={setName}
          maxLength={60}
          isRequired
          inputClassName="min-h-[52px]!"
        />
      </PasswordProof>
    </Dialog>
  )
}

function Row({ passkey }: { passkey: AccountPasskey }) {
  const t = useWords('account')
  const { ago } = useTimes()
  const { run, isPending, failure } = useDeed()
  const { passkeyId, name, lastUsedAt } = passkey
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    if (!(await run(() => removePasskey(passkeyId)))) return
    setAsking(false)
    showToast({ tone: 'good', title: t('passkeyRemoved') })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 not-first:border-t not-first:border-line">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-soft" suppressHydrationWarning>
          {lastUsedAt ? t('used', { when: ago(lastUsedAt) }) : t('neverUsed')}
        </p>
      </div>
      <Button size="board" aria-label={t('removeNamed', { name })} onPress={() => setAsking(true)}>
        {t('remove')}
      </Button>
      {isAsking && (
        <Question
          title={t('removeTitle', { name })}
          text={t('removeText')}
          yes={t('removeYes')}
          no={t('removeNo')}
          isPending={isPending}
          onYes={() => void remove()}
          onNo={() => setAsking(false)}
        >
          <DeedNote error={failure} />
        </Question>
      )}
    </li>
  )
}

/** What signs the account in without a password. */
export function PasskeyCard({ account }: { account: OwnAccount }) {
  const t = useWords('account')
  const isPossible = useHasPasskeys()
  const [isAdding, setAdding] = useState(false)
  return (
    <SettingsCard title={t('passkeys')} hint={t('passkeysText')}>
      {account.passkeys.length > 0 && (
        <ul>
          {account.passkeys.map((passkey) => (
            <Row key={passkey.passkeyId} passkey={passkey} />
          ))}
        </ul>
      )}
      {isPossible ? (
        <Button size="board" className="self-start" onPress={() => setAdding(true)}>
          {t('addPasskey')}
        </Button>
      ) : (
        <p className="text-sm text-soft">{t('passkeyImpossible')}</p>
      )}
      {isAdding && <AddDialog email={account.email} onClose={() => setAdding(false)} />}
    </SettingsCard>
  )
}
