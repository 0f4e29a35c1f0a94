'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { KeyLists } from '@/components/keys/key-lists'
import { KeyRow } from '@/components/keys/key-row'
import { MakeKeyDialog } from '@/components/keys/make-key-dialog'
import { RevokeKeyDialog } from '@/components/keys/revoke-key-dialog'
import { RotateKeyDialog } from '@/components/keys/rotate-key-dialog'
import { type ShownKey, ShownOnce } from '@/components/keys/shown-once'
import { useWords } from '@/components/language/language-provider'
import { toldStores, useStoreNames } from '@/components/stores/store-names'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { useMoments } from '@/components/ui/moment'
import { keysQuery } from '@/lib/keys/queries'
import type { ApiKey } from '@/lib/keys/schema'
import type { NamedStore } from '@/lib/names/model'

type Open = { kind: 'make' } | { kind: 'rotate' | 'revoke'; apiKey: ApiKey } | { kind: 'shown'; shown: ShownKey } | null

/** A project's keys: those that work, those that have ended, and the ways to make, rotate and revoke one. */
export function KeysPage({ projectId, stores: known }: { projectId: string; stores: NamedStore[] }) {
  const t = useWords('apiKeys')
  const queryClient = useQueryClient()
  const { data: keys, error, refetch } = useQuery(keysQuery(projectId))
  const [open, setOpen] = useState<Open>(null)
  const moments = useMoments()
  const close = () => setOpen(null)
  const look = () => void queryClient.invalidateQueries({ queryKey: keysQuery(projectId).queryKey })
  const show = (shown: ShownKey) => {
    look()
    setOpen({ kind: 'shown', shown })
  }
  const stores = toldStores(known)
  const called = useStoreNames(known)
  const row = (apiKey: ApiKey) => (
    <KeyRow
      key={apiKey.keyId}
      apiKey={apiKey}
      context={{ moments, storeName: (destinationId) => called({ destinationId }), keys: keys ?? [] }}
      onRotate={() => setOpen({ kind: 'rotate', apiKey })}
      onRevoke={() => setOpen({ kind: 'revoke', apiKey })}
    />
  )
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <p className="min-w-0 flex-1 basis-80 text-soft">{t('intro')}</p>
        <Button tone="kerb" size="board" onPress={() => setOpen({ kind: 'make' })}>
          <Plus aria-hidden="true" className="size-5" />
          {t('make')}
        </Button>
      </div>
      {error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      {keys && <KeyLists keys={keys} row={row} />}
      {open?.kind === 'make' && <MakeKeyDialog projectId={projectId} stores={stores} onMade={show} onClose={close} />}
      {open?.kind === 'rotate' && (
        <RotateKeyDialog projectId={projectId} apiKey={open.apiKey} onMade={show} onClose={close} onStale={look} />
      )}
      {open?.kind === 'revoke' && (
        <RevokeKeyDialog projectId={projectId} apiKey={open.apiKey} onDone={look} onClose={close} moments={moments} />
      )}
      {open?.kind === 'shown' && (
        <ShownOnce projectId={projectId} shown={open.shown} stores={stores} moments={moments} onClose={close} />
      )}
    </div>
  )
}
