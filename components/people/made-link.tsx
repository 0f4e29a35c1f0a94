'use client'

import { MailCheck, TriangleAlert } from 'lucide-react'
import { useTimes } from '@/components/account/use-times'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { useNoEchoOnShown } from '@/components/ui/use-no-echo-on-shown'
import type { MadeLink } from '@/lib/people/schema'

/** A link that was just made: that a mail brings it, or has failed, or the link itself, this once. */
export function MadeLinkView({ made, email, onDone }: { made: MadeLink; email: string; onDone: () => void }) {
  const t = useWords('people')
  useNoEchoOnShown()
  const { dayAndTime } = useTimes()
  const { link, mail, expiresAt } = made
  const Icon = mail === 'sent' ? MailCheck : TriangleAlert
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex gap-3">
        {mail !== 'off' && <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />}
        <span className="min-w-0 wrap-anywhere">
          {t(mail === 'sent' ? 'mailSent' : mail === 'off' ? 'mailOff' : 'mailFailed', { email })}
        </span>
      </p>
      {link !== null && (
        <div className="flex items-center gap-2 rounded-control border border-edge bg-well py-1.5 ps-3.5 pe-1.5">
          <code className="min-w-0 flex-1 font-mono text-sm break-all select-all">{link}</code>
          <CopyButton text={link} label={t('copyLink')} />
        </div>
      )}
      {mail !== 'failed' && <p className="text-sm text-soft">{t('linkUntil', { time: dayAndTime(expiresAt) })}</p>}
      <Button tone="ink" size="board" onPress={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}
