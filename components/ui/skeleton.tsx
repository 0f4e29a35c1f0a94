import clsx from 'clsx/lite'

/** Where something will stand, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('shimmer rounded-control', className)} />
}

/** A region that is loading, for those who hear the page. */
export function Loading({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  )
}
