'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { History, SearchX } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { type AuditAddress, addressParsers, filterOf, isReversed } from '@/components/audit/audit-address'
import { AuditFilters } from '@/components/audit/audit-filters'
import { subjectName } from '@/components/audit/audit-words'
import { EntryRow } from '@/components/audit/entry-row'
import { ExportRecord } from '@/components/audit/export-record'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { type Moments, useMoments } from '@/components/ui/moment'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { auditQuery } from '@/lib/audit/queries'

type Change = (change: Partial<AuditAddress>) => void

/** Who did what, newest first. Days are those of this device's clock, so that it is drawn in the browser alone. */
export function AuditPage({ projectId }: { projectId: string }) {
  const [address, setAddress] = useQueryStates(addressParsers, { history: 'push' })
  const moments = useMoments()
  if (!moments) return <Waiting />
  return (
    <Found projectId={projectId} address={address} moments={moments} onChange={(change) => void setAddress(change)} />
  )
}

function Waiting() {
  const t = useWords('audit')
  return (
    <Loading label={t('loading')}>
      <div className="flex max-w-5xl flex-col gap-3">
        {['a', 'b', 'c', 'd', 'e'].map((line) => (
          <Skeleton key={line} className="h-14" />
        ))}
      </div>
    </Loading>
  )
}

type FoundProps = { projectId: string; address: AuditAddress; moments: Moments; onChange: Change }

function Found({ projectId, address, moments, onChange }: FoundProps) {
  const t = useWords('audit')
  const filter = filterOf(address, projectId, moments.timeZone)
  const isAsked = !isReversed(address)
  const query = useInfiniteQuery({ ...auditQuery(filter), enabled: isAsked })
  const { data, error, refetch, isPending, fetchNextPage, hasNextPage, isFetchingNextPage } = query
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const isNarrowed = Object.values(address).some((value) => value !== null)
  const [first] = entries
  return (
    <div className="flex max-w-5xl flex-col gap-5">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <p className="min-w-0 flex-1 basis-80 text-soft">{t('intro')}</p>
        <ExportRecord filter={isAsked ? filter : null} />
      </div>
      <AuditFilters
        projectId={projectId}
        address={address}
        aboutName={address.about && first ? subjectName(first, t) : null}
        onChange={onChange}
      />
      {isAsked && isPending && <Waiting />}
      {error && entries.length === 0 && (
        <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {data && entries.length === 0 && (
        <EmptyState icon={isNarrowed ? SearchX : History} title={t(isNarrowed ? 'noneFound' : 'empty')}>
          <p>{t(isNarrowed ? 'noneFoundText' : 'emptyText')}</p>
        </EmptyState>
      )}
      {entries.length > 0 && (
        <section aria-label={t('lines')}>
          <Card className="overflow-hidden">
            <ol>
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} projectId={projectId} moments={moments} onNarrow={onChange} />
              ))}
            </ol>
          </Card>
          <div className="mt-4 flex flex-col items-center gap-3">
            {error && <ErrorState title={t('loadFailed')} error={error} />}
            {hasNextPage ? (
              <Button size="board" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                {t('more')}
              </Button>
            ) : (
              <p role="status" className="text-soft">
                {t('all', { count: entries.length })}
              </p>
            )}
          </div>
        </section>
      )}
    </div>
  )
}
