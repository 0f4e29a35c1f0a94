'use client'

import clsx from 'clsx/lite'
import { CircleCheck, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react'
import { unmute } from '@/components/board/alerting/device-settings'
import { soundBox } from '@/components/board/alerting/sound-box'
import { askForNotifications } from '@/components/board/readiness/browser-facts'
import { keepAwake } from '@/components/board/readiness/wake-lock'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import type { Check, CheckLevel, Remedy } from '@/lib/readiness/model'

const looks: Record<CheckLevel, { icon: LucideIcon; colour: string }> = {
  good: { icon: CircleCheck, colour: 'text-on-time' },
  bad: { icon: TriangleAlert, colour: 'text-over' },
  unknown: { icon: CircleHelp, colour: 'text-soft' },
}

function CheckRow({ check, onRemedy }: { check: Check; onRemedy: (remedy: Remedy) => void }) {
  const t = useWords('readiness')
  const { id, level, says, advice, remedy } = check
  const { icon: Icon, colour } = looks[level]
  return (
    <li data-check={id} data-check-level={level} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Icon aria-hidden="true" className={clsx('size-6 shrink-0 self-start', colour)} />
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
          {t(id)} <span className={clsx('text-sm', colour)}>{t(level)}</span>
        </h3>
        <p className="text-[15px] leading-snug">{t(...says)}</p>
        {advice.length > 0 && (
          <p className="text-[15px] leading-snug text-soft">{advice.map((key) => t(key)).join(' ')}</p>
        )}
      </div>
      {remedy && (
        <Button
          tone={check.isNeeded ? 'kerb' : 'outline'}
          size="board"
          onPress={() => onRemedy(remedy)}
          className="max-sm:w-full"
        >
          {t(remedy)}
        </Button>
      )}
    </li>
  )
}

/** The checks, each with a word, what to do, and the button that does it where there is one. */
export function CheckList({ checks, onResync }: { checks: Check[]; onResync: () => void }) {
  const remedies: Record<Remedy, () => void> = {
    unlock: () => void soundBox.unlock(),
    unmute,
    allowNotifications: () => void askForNotifications(),
    keepAwake: () => void keepAwake(),
    // Refused by the browser: the check stays red and says what else there is.
    goFullscreen: () => void document.documentElement.requestFullscreen().catch(() => {}),
    resync: onResync,
  }
  return (
    <ul className="divide-y divide-line">
      {checks.map((check) => (
        <CheckRow key={check.id} check={check} onRemedy={(remedy) => remedies[remedy]()} />
      ))}
    </ul>
  )
}
