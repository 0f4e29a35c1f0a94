import { useWords } from '@/components/language/language-provider'
import { Loading, Skeleton } from '@/components/ui/skeleton'

const rows = Array.from({ length: 14 }, (_, row) => row)

/** A list that is on its way, in its measures. */
export function ListSkeleton() {
  const t = useWords('entries')
  return (
    <Loading label={t('loading')}>
      <div className="overflow-hidden rounded-card border border-line bg-card">
        <div className="hidden h-10 border-b border-line lg:block" />
        <div className="h-9 border-b border-line bg-well" />
        {rows.map((row) => (
          <div key={row} className="flex h-18 items-center gap-5 border-b border-line px-4 lg:h-11.5 lg:px-4.5">
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-4 w-2/5 lg:w-1/5" />
            <Skeleton className="hidden h-4 w-1/5 lg:block" />
            <Skeleton className="ms-auto h-4 w-16 lg:ms-0" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
