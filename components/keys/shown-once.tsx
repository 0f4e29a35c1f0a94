'use client'

import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import type { Moments } from '@/components/ui/moment'
import { useNoEchoOnShown } from '@/components/ui/use-no-echo-on-shown'
import type { ApiKey, MadeKey } from '@/lib/keys/schema'
import type { NamedStore } from '@/lib/names/model'

/** A key that was just made, and until when the one that it replaces still works. */
export type ShownKey = MadeKey & { oldEndsAt?: Date }

type ShownOnceProps = {
  projectId: string
  shown: ShownKey
  stores: NamedStore[]
  moments: Moments | null
  onClose: () => void
}

/** A line for a shell that does what the key may: reads the newest order, or, published, makes one. */
export function tryingLine(key: string, { kind, destinationIds }: ApiKey, projectId: string, store: string): string {
  const { origin } = window.location
  const header = `-H "x-service-api-key: ${key}"`
  if (kind === 'secret') return `curl "${origin}/api/orders?projectId=${projectId}&pageSize=1" ${header}`
  const destinationId = destinationIds?.[0] ?? store
  const body = JSON.stringify({ projectId, destinationId, orderId: `try-${key.slice(-6)}` }).replaceAll("'", "'\\''")
  return `curl "${origin}/api/orders" ${header} -H "content-type: application/json" -d '${body}'`
}

function Kept({ onPress }: { onPress: () => void }) {
  useNoEchoOnShown()
  const t = useWords('apiKeys')
  return (
    <Button tone="kerb" size="board" onPress={onPress}>
      {t('kept')}
    </Button>
  )
}

function Shown({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div role="group" aria-label={label} className="flex items-center gap-2 rounded-control bg-well py-1.5 ps-4 pe-1.5">
      <code dir="ltr" className="min-w-0 flex-1 font-mono text-sm wrap-anywhere select-all">
        {text}
      </code>
      <CopyButton text={text} label={copyLabel} isLarge />
    </div>
  )
}

/** The key itself, this once. A stray tap beside it must not lose it: it closes when somebody says so, or the second time. */
export function ShownOnce({ projectId, shown, stores, moments, onClose }: ShownOnceProps) {
  const t = useWords('apiKeys')
  const [isAsking, setAsking] = useState(false)
  const { key, apiKey, oldEndsAt } = shown
  const line = tryingLine(key, apiKey, projectId, stores[0]?.destinationId ?? 'store-1')
  const ended = oldEndsAt && oldEndsAt <= apiKey.createdAt
  return (
    <Dialog title={t('shownTitle')} isOpen onOpenChange={() => (isAsking ? onClose() : setAsking(true))}>
      <div className="flex flex-col gap-4">
        <p>{t('shownText')}</p>
        <Shown label={t('theKey')} copyLabel={t('copyKey')} text={key} />
        <div>
          <h3 className="mb-1.5 text-sm font-semibold">{t('tryIt')}</h3>
          <Shown label={t('tryIt')} copyLabel={t('copyLine')} text={line} />
          <p className="mt-1.5 text-sm text-soft">{t(apiKey.kind === 'secret' ? 'trySecret' : 'tryPublishable')}</p>
        </div>
        {oldEndsAt && (
          <p className="font-semibold">
            {ended ? t('oldEnded') : t('oldWorks', { time: moments?.short(oldEndsAt) ?? '' })}
          </p>
        )}
        {isAsking && (
          <p role="alert" className="flex items-start gap-2.5 rounded-control bg-due-tint px-3.5 py-2.5 text-due">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            {t('closing')}
          </p>
        )}
        <Kept onPress={onClose} />
      </div>
    </Dialog>
  )
}
