'use client'

import { Bell, BellOff, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { LiveStream } from '@/components/board/live/live-stream'
import { CheckList } from '@/components/board/readiness/check-list'
import { ToneSettings } from '@/components/board/readiness/tone-settings'
import { useReadiness } from '@/components/board/readiness/use-readiness'
import { LanguageChoice } from '@/components/language/language-choice'
import { useWords } from '@/components/language/language-provider'
import { Dialog } from '@/components/ui/dialog'
import { neededFailures } from '@/lib/readiness/model'

const headingClass = 'mb-2 font-sign text-xl font-bold tracking-wide uppercase'

/** In the header: whether this device is ready to call, one tap from why not and from its tone. */
export function ReadinessButton({ stream }: { stream: LiveStream }) {
  const [isOpen, setIsOpen] = useState(false)
  const checks = useReadiness(stream, isOpen)
  const t = useWords('readiness')
  const failures = neededFailures(checks)
  const isReady = failures === 0
  const verdict = t('verdict', { failures })
  const isSilent = checks.some(({ id, level }) => id === 'sound' && level === 'bad')
  const Icon = isSilent ? BellOff : Bell
  return (
    <>
      <Button
        aria-label={`${t('title')} ${verdict}`}
        onPress={() => setIsOpen(true)}
        data-ready={isReady}
        className="flex size-11 shrink-0 items-center justify-center rounded-control bg-asphalt-raised touch-52 hover:brightness-125"
      >
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
        {!isReady && (
          <span className="absolute -top-1.5 -end-1.5 flex size-6 items-center justify-center rounded-full bg-[#b00020] text-white ring-2 ring-asphalt">
            <TriangleAlert aria-hidden="true" className="size-3.5" strokeWidth={2.5} />
          </span>
        )}
      </Button>
      <Dialog title={t('title')} isOpen={isOpen} onOpenChange={setIsOpen}>
        <p role="status" className="font-semibold">
          {verdict}
        </p>
        <CheckList checks={checks} onResync={stream.resync} />
        <h3 className={`mt-6 ${headingClass}`}>{t('howItCalls')}</h3>
        <ToneSettings />
        <LanguageChoice className="mt-6" />
      </Dialog>
    </>
  )
}
