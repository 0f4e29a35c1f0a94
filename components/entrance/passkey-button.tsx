'use client'

import { KeyRound } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useWords } from '@/components/language/language-provider'
import { tellOtherTabs } from '@/components/layout/other-tabs'
import { Button } from '@/components/ui/button'
import { useTurn } from '@/components/ui/use-turn'
import { signInByPasskey } from '@/lib/passkeys/queries'

const noChange = () => () => undefined

const isNumbers = (host: string) => /^[\d.]+$|:/.test(host)

/** True in a browser that has passkeys, on a page that may use them: https or this very machine, and a host with a name. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(
    noChange,
    () => window.isSecureContext && 'PublicKeyCredential' in window && !isNumbers(window.location.hostname),
    () => false,
  )
}

/** Signs in by a passkey, where the browser can. */
export function PasskeyButton({ onIn }: { onIn: () => void }) {
  const t = useWords('invitation')
  const isPossible = useHasPasskeys()
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const { take } = useTurn()
  if (!isPossible) return null
  const press = () => {
    void take(() => {
      setState('pending')
      return signInByPasskey().then(
        () => {
          tellOtherTabs()
          onIn()
        },
        () => setState('failed'),
      )
    })
  }
  return (
    <div className="flex flex-col gap-2">
      <Button size="board" isPending={state === 'pending'} onPress={press}>
        <KeyRound aria-hidden="true" className="size-5" />
        {t('byPasskey')}
      </Button>
      {state === 'failed' && (
        <p role="alert" className="text-sm font-medium text-over">
          {t('passkeyFailed')}
        </p>
      )}
    </div>
  )
}
