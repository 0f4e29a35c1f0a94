'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { accountOnceBack } from '@/components/account/once-back'
import { usePasskeysQuestion } from '@/components/account/passkeys-question'
import { PasswordProof } from '@/components/account/password-proof'
import { RecoveryDialog } from '@/components/account/recovery-dialog'
import { SecondStepDialog } from '@/components/account/second-step-dialog'
import { useDeed } from '@/components/account/use-deed'
import { useTimes } from '@/components/account/use-times'
import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Dialog } from '@/components/ui/dialog'
import { showToast } from '@/components/ui/toast'
import { turnOffSecondStep } from '@/lib/account/queries'
import type { OwnAccount, WrongCodes } from '@/lib/account/schema'

function RemoveDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useWords('account')
  const { run, isPending, failure, forget } = useDeed()
  const remove = async (password: string) => {
    if (!(await run(() => turnOffSecondStep(password)))) return
    showToast({ tone: 'good', title: t('secondRemoved') })
    onClose()
  }
  const told = { email, isPending, failure, label: t('turnOff') }
  return (
    <Dialog title={t('turnOff')} isOpen onOpenChange={onClose}>
      <PasswordProof {...told} onTyping={forget} onProve={(password) => void remove(password)} />
    </Dialog>
  )
}

/** That somebody has the password, and whether they were the owner is the owner's to know. */
function WrongCodesNote({ wrongCodes: { count, lastAt } }: { wrongCodes: WrongCodes }) {
  const t = useWords('account')
  const { dayAndTime } = useTimes()
  return (
    <p className="flex max-w-prose items-start gap-2.5 rounded-control bg-due-tint px-3.5 py-2.5 text-due">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span suppressHydrationWarning>{t('wrongCodes', { count, time: dayAndTime(lastAt) })}</span>
    </p>
  )
}

/** Whether signing in asks for a code as well. */
export function SecondStepCard({ account }: { account: OwnAccount }) {
  const t = useWords('account')
  const { email, hasSecondStep, recoveryCodesLeft, wrongCodes } = account
  const [open, setOpen] = useState<'on' | 'off' | 'codes' | 'codesOfNew' | null>(null)
  const close = () => setOpen(null)
  const { ask, question } = usePasskeysQuestion('secondStep')
  const closeNew = () => {
    close()
    ask({ isSure: true })
  }
  const queryClient = useQueryClient()
  // Where it was turned on, and no answer told the dialog so, its codes have not come: that is told as soon as it is known.
  const tellIfOn = async () => {
    const account = await accountOnceBack(queryClient)
    if (account?.hasSecondStep) setOpen((now) => now ?? 'on')
  }
  const closeSetUp = (isOn: boolean | 'maybe') => {
    if (isOn === true || hasSecondStep) return closeNew()
    close()
    if (isOn === 'maybe') void tellIfOn()
  }
  return (
    <SettingsCard title={t('second')}>
      <div className="flex flex-col items-start gap-4">
        <Chip tone={hasSecondStep ? 'onTime' : 'plain'}>
          {hasSecondStep && <ShieldCheck aria-hidden="true" className="size-4" />}
          {t(hasSecondStep ? 'on' : 'off')}
        </Chip>
        <p className="max-w-prose">
          {hasSecondStep ? t('secondOnText', { count: recoveryCodesLeft }) : t('secondOffText')}
        </p>
        {wrongCodes && <WrongCodesNote wrongCodes={wrongCodes} />}
        <div className="flex flex-wrap gap-3">
          {hasSecondStep && (
            <Button size="board" onPress={() => setOpen('codes')}>
              {t('newCodes')}
            </Button>
          )}
          <Button size="board" onPress={() => setOpen(hasSecondStep ? 'off' : 'on')}>
            {t(hasSecondStep ? 'turnOff' : 'turnOn')}
          </Button>
        </div>
      </div>
      {open === 'on' && (
        <SecondStepDialog
          email={email}
          isOn={hasSecondStep}
          onCodes={() => setOpen('codesOfNew')}
          onClose={closeSetUp}
        />
      )}
      {question}
      {open === 'codes' && <RecoveryDialog email={email} onClose={close} />}
      {open === 'codesOfNew' && <RecoveryDialog email={email} onClose={closeNew} />}
      {open === 'off' && <RemoveDialog email={email} onClose={close} />}
    </SettingsCard>
  )
}
