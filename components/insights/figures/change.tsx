'use client'

import clsx from 'clsx/lite'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { useClocks } from '@/components/insights/figures/clocks'
import { useWords } from '@/components/language/language-provider'

type ChangeProps = {
  /** Now and before: seconds, or a share. */
  now: number | null
  before: number | null
  kind: 'seconds' | 'share'
}

/** What has changed since the days before: an arrow, and in words. The colour only says it once more. */
export function Change({ now, before, kind }: ChangeProps) {
  const t = useWords('insights')
  const { clock } = useClocks()
  if (now === null) return null
  if (before === null) return <p className="text-sm text-soft">{t('noneBefore')}</p>
  const by = kind === 'seconds' ? Math.round(now - before) : Math.round(100 * now) - Math.round(100 * before)
  const isBetter = kind === 'seconds' ? by < 0 : by > 0
  const Icon = by === 0 ? Equal : by > 0 ? ArrowUp : ArrowDown
  const size = Math.abs(by)
  const words = {
    seconds: () => t(by > 0 ? 'longer' : 'shorter', { by: clock(size) }),
    share: () => t(by > 0 ? 'morePoints' : 'fewerPoints', { by: size }),
  }
  return (
    <p
      className={clsx(
        'flex items-center gap-1 text-sm font-semibold',
        by === 0 ? 'text-soft' : isBetter ? 'text-on-time' : 'text-late',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.5} />
      {by === 0 ? t('unchanged') : words[kind]()}
    </p>
  )
}
