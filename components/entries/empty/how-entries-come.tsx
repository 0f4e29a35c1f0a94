'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { useWords } from '@/components/language/language-provider'
import { CopyButton } from '@/components/ui/copy-button'
import { Disclosure } from '@/components/ui/disclosure'

type HowProps = { projectId: string; destinationId: string; isOpen: boolean }

const code = (chunks: ReactNode) => <code className="font-mono text-ink">{chunks}</code>

const never = () => () => {}

/** The line that sends an entry, ready to paste. */
function curlOf(origin: string, projectId: string, destinationId: string): string {
  const body = JSON.stringify({ projectId, entries: [{ destinationId, entryTime: 'NOW' }] })
  // The shell puts in the time; a quote in an id ends the quoted text, says itself and begins it again.
  const quoted = body.replaceAll("'", `'\\''`).replace('NOW', `'"$(date -u +%Y-%m-%dT%H:%M:%SZ)"'`)
  return [
    `curl ${origin}/api/prod1/entry`,
    `-H "x-service-api-key: $BAYCALL_SECRET_KEY"`,
    `-H 'content-type: application/json'`,
    `-d '${quoted}'`,
  ].join(' \\\n  ')
}

/** How entries come in, with a line that sends one. */
export function HowEntriesCome({ projectId, destinationId, isOpen }: HowProps) {
  const t = useWords('entries')
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  )
  const curl = curlOf(origin, projectId, destinationId)
  return (
    <Disclosure
      title={<span className="font-semibold text-ink">{t('howTitle')}</span>}
      defaultExpanded={isOpen}
      className="w-full text-start"
    >
      <div className="flex flex-col gap-3">
        <p>{t.rich('howText', { code })}</p>
        <div className="flex items-start gap-2 rounded-control border border-line bg-card p-3">
          <pre className="min-w-0 flex-1 font-mono text-[13px] leading-5 text-ink wrap-anywhere whitespace-pre-wrap">
            {curl}
          </pre>
          <CopyButton text={curl} label={t('copyLine')} />
        </div>
      </div>
    </Disclosure>
  )
}
