'use client'

import { Ban, RefreshCw } from 'lucide-react'
import { KeyChips, type KeyContext, KeyFacts } from '@/components/keys/key-facts'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { isInForce } from '@/lib/keys/model'
import type { ApiKey } from '@/lib/keys/schema'

type KeyRowProps = {
  apiKey: ApiKey
  context: KeyContext
  onRotate: (key: ApiKey) => void
  onRevoke: (key: ApiKey) => void
}

/** A key: what it is called and begins with, and what can be done with it while it works. */
export function KeyRow({ apiKey, context, onRotate, onRevoke }: KeyRowProps) {
  const t = useWords('apiKeys')
  const { name, prefix, state } = apiKey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line px-4 py-3.5 last:border-b-0 sm:px-5">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="min-w-0 text-base leading-6 font-semibold wrap-anywhere">
            <bdi dir="auto">{name}</bdi>
          </h3>
          <code className="font-mono text-sm text-soft">{prefix}…</code>
        </div>
        <KeyChips apiKey={apiKey} moments={context.moments} />
        <KeyFacts apiKey={apiKey} context={context} />
      </div>
      {isInForce(state) && (
        <div className="flex flex-wrap gap-2">
          {state === 'active' && (
            <Button
              className="min-h-12!"
              aria-label={t('rotateNamed', { name: `${name} ${prefix}` })}
              onPress={() => onRotate(apiKey)}
            >
              <RefreshCw aria-hidden="true" className="size-4" />
              {t('rotate')}
            </Button>
          )}
          <Button
            className="min-h-12!"
            aria-label={t('revokeNamed', { name: `${name} ${prefix}` })}
            onPress={() => onRevoke(apiKey)}
          >
            <Ban aria-hidden="true" className="size-4" />
            {t('revoke')}
          </Button>
        </div>
      )}
    </li>
  )
}
