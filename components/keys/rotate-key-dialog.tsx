'use client'

import { useState } from 'react'
import type { ShownKey } from '@/components/keys/shown-once'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Choices } from '@/components/ui/choices'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { useOnce } from '@/components/ui/use-once'
import { overlaps } from '@/lib/keys/model'
import { rotateKey } from '@/lib/keys/queries'
import type { ApiKey } from '@/lib/keys/schema'

type Overlap = `${(typeof overlaps)[number]}`

type RotateProps = {
  projectId: string
  apiKey: ApiKey
  onMade: (shown: ShownKey) => void
  /** The list is not what it was: somebody else was faster. */
  onStale: () => void
  onClose: () => void
}

/** Asks how long the old key should go on, and makes its successor. */
export function RotateKeyDialog({ projectId, apiKey, onMade, onStale, onClose }: RotateProps) {
  const t = useWords('apiKeys')
  const [overlap, setOverlap] = useState<Overlap>('86400')
  const { mutate, isPending, error } = useOnce({
    mutationFn: () => rotateKey(projectId, apiKey.keyId, Number(overlap)),
    onSuccess: (made) => {
      const endsAtMs = made.apiKey.createdAt.getTime() + Number(overlap) * 1000
      const sooner = Math.min(endsAtMs, apiKey.expiresAt?.getTime() ?? endsAtMs)
      onMade({ ...made, oldEndsAt: new Date(sooner) })
    },
    onError: onStale,
  })
  const choices = overlaps.map((seconds) => ({
    value: `${seconds}` as Overlap,
    label: t(`overlap_${seconds}`),
    ...(seconds === 0 && { hint: t('overlapNowHint') }),
  }))
  return (
    <Dialog title={t('rotateTitle', { name: apiKey.name })} isOpen onOpenChange={onClose}>
      <div className="flex flex-col gap-4">
        <p>{t('rotateText')}</p>
        <Choices
          label={t('overlap')}
          choices={choices}
          value={overlap}
          onChange={setOverlap}
          className="sm:grid-cols-2"
        />
        {error && <ErrorState title={t('notRotated')} error={error} />}
        <Button tone="kerb" size="board" isPending={isPending} onPress={() => mutate()}>
          {t('rotateSubmit')}
        </Button>
      </div>
    </Dialog>
  )
}
