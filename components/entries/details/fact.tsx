import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '@/components/language/language-provider'
import { IconButton } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'

type FactProps = {
  name: string
  copies?: string
  narrows?: { to: string; onPress: () => void }
  isMono?: boolean
  children: ReactNode
}

/** A field of an entry with its value; `copies` is what its button takes along, `narrows` shows others like it. */
export function Fact({ name, copies, narrows, isMono, children }: FactProps) {
  const t = useWords('entryDetails')
  const f = useWords('entryFilters')
  return (
    <div className="grid min-h-11 items-center gap-x-4 border-b border-line py-1 last:border-b-0 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <dt className="text-sm text-soft">
        <bdi className="wrap-anywhere">{name}</bdi>
      </dt>
      <dd className="flex min-w-0 items-center gap-2">
        <span className={`min-w-0 flex-1 wrap-anywhere ${isMono ? 'font-mono text-sm' : ''}`}>{children}</span>
        {narrows && (
          <IconButton tone="quiet" label={f('only', { name, value: narrows.to })} onPress={narrows.onPress}>
            <ListFilter aria-hidden="true" className="size-4" />
          </IconButton>
        )}
        {copies !== undefined && <CopyButton text={copies} label={t('copy', { name })} />}
      </dd>
    </div>
  )
}

export function FactGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-5 last:mb-0">
      <h3 className="mb-1 font-sign text-lg font-bold">{title}</h3>
      <dl>{children}</dl>
    </section>
  )
}
