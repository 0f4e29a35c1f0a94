import clsx from 'clsx/lite'
import type { ReactNode } from 'react'

/** A surface on the ground. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('rounded-card border border-line bg-card', className)}>{children}</div>
}
