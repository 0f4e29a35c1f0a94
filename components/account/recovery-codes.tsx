'use client'

import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { useNoEchoOnShown } from '@/components/ui/use-no-echo-on-shown'

/**
 * The codes of a dialog, and how that closes: not while they are made (`isPending`), since those of before are worth nothing
 * then; and with them when somebody says so, or the second time, since a stray tap must not lose what is shown this once.
 */
export function useRecoveryCodes(isPending: boolean, onClose: (areMade: boolean) => void) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    if (codes && !isAsking) setAsking(true)
    else if (codes || !isPending) onClose(codes !== null)
  }
  return { codes, setCodes, isAsking, close }
}

type RecoveryCodesProps = { codes: string[]; isAsking: boolean; onKept: () => void }

/** The codes for the day without a phone, this once; `isAsking`: whether they were kept. */
export function RecoveryCodes({ codes, isAsking, onKept }: RecoveryCodesProps) {
  const t = useWords('account')
  useNoEchoOnShown()
  return (
    <div className="flex flex-col gap-4">
      <p>{t('recoveryText')}</p>
      <div className="flex items-start gap-2 rounded-control border border-edge bg-well p-3.5">
        <ul aria-label={t('recovery')} className="grid flex-1 grid-cols-2 gap-x-4 gap-y-1.5 font-mono">
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} label={t('copyCodes')} />
      </div>
      {isAsking && (
        <p role="alert" className="flex items-start gap-2.5 rounded-control bg-due-tint px-3.5 py-2.5 text-due">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {t('recoveryClosing')}
        </p>
      )}
      <Button tone="kerb" size="board" onPress={onKept}>
        {t('kept')}
      </Button>
    </div>
  )
}
