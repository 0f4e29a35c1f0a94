'use client'

import { type FormEvent, useState } from 'react'
import { DeedNote } from '@/components/account/deed-note'
import { PasswordProof } from '@/components/account/password-proof'
import { RecoveryCodes, useRecoveryCodes } from '@/components/account/recovery-codes'
import { useDeed } from '@/components/account/use-deed'
import { codeOf, messageAt } from '@/components/entrance/own-problem'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Failure } from '@/components/ui/failure'
import { Field } from '@/components/ui/field'
import { setUpSecondStep, turnOnSecondStep } from '@/lib/account/queries'
import type { SecondStepSetUp } from '@/lib/account/schema'

// In fours, as it is easiest to type.
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

type ScanProps = {
  setUp: SecondStepSetUp
  deed: ReturnType<typeof useDeed>
  onOn: (codes: string[]) => void
  onMaybe: () => void
}

function Scan({ setUp, deed, onOn, onMaybe }: ScanProps) {
  const t = useWords('account')
  const { run, isPending, failure, forget } = deed
  const [code, setCode] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await run(async () => onOn((await turnOnSecondStep(code.trim())).recoveryCodes), onMaybe)
  }
  return (
    <form onInput={forget} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p>{t('scan')}</p>
      {/* An image, drawn by our own server: nothing in it can run. */}
      {/* biome-ignore lint/performance/noImgElement: it is in the page already, and nothing to be made smaller */}
      <img
        alt={t('qrCode')}
        src={`data:image/svg+xml;base64,${btoa(setUp.qrCode)}`}
        className="mx-auto size-52 rounded-control bg-white"
      />
      <div className="flex items-center gap-2 rounded-control border border-edge bg-well py-1.5 ps-3.5 pe-1.5">
        <span className="text-sm text-soft">{t('key')}</span>
        <code className="min-w-0 flex-1 font-mono text-sm break-words select-all">{inFours(setUp.secret)}</code>
        <CopyButton text={setUp.secret} label={t('copyKey')} />
      </div>
      <Field
        label={t('code')}
        hint={t('codeHint')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        isRequired
        {...(messageAt(failure, 'code') && { error: t('wrongCode') })}
        inputClassName="min-h-[52px]! font-mono"
      />
      {codeOf(failure) === 'second_step_off' ? (
        <Failure said={t('begunLate')} error={failure} />
      ) : (
        <DeedNote error={failure} />
      )}
      <Button type="submit" tone="kerb" size="board" isPending={isPending}>
        {t('turnOn')}
      </Button>
    </form>
  )
}

type SecondStepDialogProps = {
  email: string
  /** Whether it is on by what was last read. */
  isOn: boolean
  /** Other codes are asked for: those of this step have not come here. */
  onCodes: () => void
  /** Whether it is on, as far as an answer has said so, or was not heard. */
  onClose: (isOn: boolean | 'maybe') => void
}

/** Sets a second step up: the password, the app, a code of it, and the codes for the day without a phone. */
export function SecondStepDialog({ email, isOn, onCodes, onClose }: SecondStepDialogProps) {
  const t = useWords('account')
  const deed = useDeed()
  const { run, isPending, failure, forget } = deed
  const [setUp, setSetUp] = useState<SecondStepSetUp | null>(null)
  const [isMaybeOn, setMaybeOn] = useState(false)
  const closeAs = (areMade: boolean) => onClose(areMade || (isMaybeOn && 'maybe'))
  const { codes, setCodes, isAsking, close } = useRecoveryCodes(isPending, closeAs)
  const prove = (password: string) => void run(async () => setSetUp(await setUpSecondStep(password)))
  const areLost = isOn && !codes && !isPending
  if (areLost) {
    return (
      <Dialog title={t('secondIsOn')} isOpen onOpenChange={close}>
        <div className="flex flex-col gap-5">
          <p>{t('codesLost')}</p>
          <Button tone="kerb" size="board" autoFocus onPress={onCodes}>
            {t('newCodes')}
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={t(codes ? 'recovery' : 'second')} isOpen onOpenChange={close}>
      {codes && <RecoveryCodes codes={codes} isAsking={isAsking} onKept={() => onClose(true)} />}
      {!codes && setUp && <Scan setUp={setUp} deed={deed} onOn={setCodes} onMaybe={() => setMaybeOn(true)} />}
      {!codes && !setUp && (
        <PasswordProof
          email={email}
          label={t('next')}
          isPending={isPending}
          failure={failure}
          onProve={prove}
          onTyping={forget}
        />
      )}
    </Dialog>
  )
}
