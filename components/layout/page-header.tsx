import type { ReactNode } from 'react'

/** A managers' page's title, and what can be done with the whole page at its right. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-5 flex flex-wrap items-center gap-3">
      <h1 className="me-auto min-w-0 font-sign text-4xl leading-[42px] font-bold wrap-anywhere">{title}</h1>
      {children}
    </header>
  )
}
