'use client'

import { PasswordProof } from '@/components/account/password-proof'
import { RecoveryCodes, useRecoveryCodes } from '@/components/account/recovery-codes'
import { useDeed } from '@/components/account/use-deed'
import { useWords } from '@/components/language/language-provider'
import { Dialog } from '@/components/ui/dialog'
import { renewRecoveryCodes } from '@/lib/account/queries'

/** Makes other recovery codes: the password, then the codes, which close as those of the first time do. */
export function RecoveryDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useWords('account')
  const { run, isPending, failure, forget } = useDeed()
  const { codes, setCodes, isAsking, close } = useRecoveryCodes(isPending, onClose)
  const prove = (password: string) => void run(async () => setCodes((await renewRecoveryCodes(password)).recoveryCodes))
  const told = { email, isPending, failure, label: t('newCodes'), maybe: t('newCodesMaybe') }
  return (
    <Dialog title={t(codes ? 'recovery' : 'newCodes')} isOpen onOpenChange={close}>
      {codes ? (
        <RecoveryCodes codes={codes} isAsking={isAsking} onKept={onClose} />
      ) : (
        <PasswordProof {...told} onTyping={forget} onProve={prove}>
          <p>{t('newCodesText')}</p>
        </PasswordProof>
      )}
    </Dialog>
  )
}
