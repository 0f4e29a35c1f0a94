import clsx from 'clsx/lite'
import { ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

type UnfoldProps = Omit<ComponentProps<'details'>, 'className' | 'title'> & {
  title: ReactNode
  className?: string
  summaryClassName?: string
}

/** Opens what stands below it, without a script too. */
export function Unfold({ title, className, summaryClassName, children, ...props }: UnfoldProps) {
  return (
    <details {...props} className={className}>
      <summary
        className={clsx('flex min-h-11 list-none items-center gap-2 rounded-control font-semibold', summaryClassName)}
      >
        <ChevronRight
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform [details[open]>summary>&]:rotate-90"
        />
        {title}
      </summary>
      {children}
    </details>
  )
}
