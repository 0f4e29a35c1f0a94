'use client'

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Disclosure, DisclosurePanel, Heading, Button as TriggerButton } from 'react-aria-components/Disclosure'
import { deedWords } from '@/components/audit/audit-words'
import { EntryDetails, type Narrowing } from '@/components/audit/entry-details'
import { useWords } from '@/components/language/language-provider'
import type { Moments } from '@/components/ui/moment'
import type { AuditEntry } from '@/lib/audit/schema'

const named = (chunks: ReactNode) => (
  <bdi dir="auto" className="font-semibold">
    {chunks}
  </bdi>
)

type RowProps = {
  entry: AuditEntry
  projectId: string
  moments: Moments
  onNarrow: (to: Narrowing) => void
}

/** One line of the record: who did what, when, and where from. It opens what else is known. */
export function EntryRow({ entry, projectId, moments, onNarrow }: RowProps) {
  const t = useWords('audit')
  const actions = useWords('auditActions')
  const { at, actor } = entry
  return (
    <li className="border-b border-line last:border-b-0">
      <Disclosure className="group/line">
        {({ isExpanded }) => (
          <>
            <Heading level={2}>
              <TriggerButton
                slot="trigger"
                className="flex min-h-[56px] w-full items-start gap-2.5 px-4 py-3 text-start hover:bg-well data-focus-visible:-outline-offset-2 data-pressed:bg-well"
              >
                <ChevronRight
                  aria-hidden="true"
                  className="mt-0.5 size-5 shrink-0 text-soft transition-transform group-data-expanded/line:rotate-90 rtl:-scale-x-100 rtl:group-data-expanded/line:-rotate-90"
                />
                <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-6 gap-y-0.5">
                  <span className="min-w-0 flex-1 basis-72 text-[15px] leading-6 wrap-anywhere">
                    {deedWords(entry, { t, actions, b: named })}
                  </span>
                  <span className="text-sm text-soft tabular-nums">
                    <time dateTime={at.toISOString()}>
                      {moments.ago(at)} · {moments.short(at)}
                    </time>
                    {actor.address && <span dir="ltr"> · {actor.address}</span>}
                  </span>
                </span>
              </TriggerButton>
            </Heading>
            <DisclosurePanel>
              {isExpanded && <EntryDetails entry={entry} projectId={projectId} moments={moments} onNarrow={onNarrow} />}
            </DisclosurePanel>
          </>
        )}
      </Disclosure>
    </li>
  )
}
