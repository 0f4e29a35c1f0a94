import type { ReactNode } from 'react'

/** What a chart says of the place that is pointed at, above it; `at` is how far along it stands, from 0 to 1. */
export function ChartTip({ at, children }: { at: number; children: ReactNode }) {
  const percent = `${(100 * at).toFixed(2)}%`
  return (
    <div
      aria-hidden="true"
      // As far to its own left as it stands to the right: it never sticks out.
      style={{ left: percent, transform: `translateX(-${percent})` }}
      className="pointer-events-none absolute bottom-full z-30 mb-1.5 w-max max-w-full rounded-chip bg-ink px-2.5 py-1.5 text-[13px] leading-tight text-card shadow-float"
    >
      {children}
    </div>
  )
}

/** A place's name and its number, for a tip. */
export function TipLine({ label, value }: { label: string; value: string }) {
  return (
    <span className="flex items-baseline gap-2.5">
      <span>{label}</span>
      <strong className="font-sign text-[17px] leading-5 font-bold">{value}</strong>
    </span>
  )
}
