'use client'

import type { ReactNode } from 'react'
import { actorName, subjectName } from '@/components/audit/audit-words'
import { type DetailChange, detailsOf } from '@/components/audit/detail-values'
import { useWords } from '@/components/language/language-provider'
import { Button, ButtonLink } from '@/components/ui/button'
import type { Moments } from '@/components/ui/moment'
import type { AuditEntry } from '@/lib/audit/schema'
import { pastOrderPath } from '@/lib/insights/queries'

/** What changed: before, after. */
function Changes({ changes }: { changes: DetailChange[] }) {
  const t = useWords('audit')
  return (
    <table className="w-full max-w-3xl border-collapse text-start text-[15px]">
      <caption className="sr-only">{t('changed')}</caption>
      <thead>
        <tr className="text-sm text-soft">
          {(['field', 'before', 'after'] as const).map((column) => (
            <th key={column} scope="col" className="w-1/3 py-1 pe-4 text-start font-semibold">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pe-4 text-start font-semibold wrap-anywhere">
              {field}
            </th>
            <td className="py-1.5 pe-4 text-soft wrap-anywhere">{before}</td>
            <td className="py-1.5 font-semibold wrap-anywhere">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

export type Narrowing = { who?: string; about?: string }

type DetailsProps = {
  entry: AuditEntry
  projectId: string
  moments: Moments
  onNarrow: (to: Narrowing) => void
}

/** By whom more can be looked for: somebody with an id, or one of those who need none. */
function whoOf({ actor: { id, kind } }: AuditEntry): string | null {
  return id ?? (kind === 'console' || kind === 'system' ? kind : null)
}

/** All that the record keeps of one line, and the ways to more of its kind. */
export function EntryDetails({ entry, projectId, moments, onNarrow }: DetailsProps) {
  const t = useWords('audit')
  const { actor, subject, at, details } = entry
  const { changes, facts } = detailsOf(details, { t, moments })
  const who = whoOf(entry)
  const about = subject.id
  const [actorText, subjectText] = [actorName(entry, t), subjectName(entry, t)]
  return (
    <div className="flex flex-col gap-4 px-4 pt-2 pb-4 sm:ps-[46px]">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-6 gap-y-3 text-[15px]">
        <Fact name={t('time')}>{moments.full(at)}</Fact>
        <Fact name={t('who')}>
          <bdi>{actorText}</bdi>
        </Fact>
        <Fact name={t('from')}>
          <span dir="ltr">{actor.address ?? '–'}</span>
        </Fact>
        <Fact name={t('subject')}>
          <bdi>{subjectText}</bdi>
          {about && about !== subjectText && (
            <code className="block font-mono text-[13px] text-soft select-all">{about}</code>
          )}
        </Fact>
        {facts.map(({ field, text }) => (
          <Fact key={field} name={field}>
            {text}
          </Fact>
        ))}
      </dl>
      {changes.length > 0 && <Changes changes={changes} />}
      <div className="flex flex-wrap gap-2">
        {who && (
          <Button className="min-h-12!" onPress={() => onNarrow({ who })}>
            {t('onlyBy', { who: actorText })}
          </Button>
        )}
        {about && (
          <Button className="min-h-12!" onPress={() => onNarrow({ about: `${subject.kind}:${about}` })}>
            {t('onlyAbout', { what: subjectText })}
          </Button>
        )}
        {subject.kind === 'order' && about && (
          <ButtonLink className="min-h-12!" href={pastOrderPath({ projectId, serviceId: about })}>
            {t('toOrder')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
