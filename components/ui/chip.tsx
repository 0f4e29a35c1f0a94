import clsx from 'clsx/lite'
import type { ReactNode } from 'react'

type Tone = 'plain' | 'way' | 'onTime' | 'due' | 'late' | 'over'

const tones: Record<Tone, string> = {
  plain: 'border border-line bg-card text-ink',
  way: 'bg-way-tint text-way',
  onTime: 'bg-on-time-tint text-on-time',
  due: 'bg-due-tint text-due',
  late: 'bg-late-tint text-late',
  over: 'bg-over-tint text-over',
}

/** A small fact. Long text wraps or is cut, never pushing its row apart. */
export function Chip({
  tone = 'plain',
  className,
  children,
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-7 max-w-full min-w-0 items-center gap-2 rounded-chip px-2.5 text-sm leading-tight',
        tone !== 'plain' && 'font-semibold',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

/** A count beside a heading. */
export function Count({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex min-w-7 items-center justify-center rounded-full bg-line px-2 text-sm leading-6 font-semibold text-ink">
      {children}
    </span>
  )
}
