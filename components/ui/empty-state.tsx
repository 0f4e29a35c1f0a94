import type { ComponentType, ReactNode } from 'react'

type Icon = ComponentType<{ 'aria-hidden'?: 'true'; className?: string; strokeWidth?: number }>

/** Nothing here, and what to do next. */
export function EmptyState({ icon: Icon, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-edge px-5 py-12 text-center">
      <Icon aria-hidden="true" className="size-8 text-soft" strokeWidth={1.75} />
      <h2 className="font-sign text-2xl font-bold">{title}</h2>
      <div className="flex max-w-prose flex-col items-center gap-4 text-soft">{children}</div>
    </div>
  )
}
