import clsx from 'clsx/lite'

const tones: Record<string, string> = {
  GET: 'bg-way-tint text-way',
  POST: 'bg-on-time-tint text-on-time',
  PUT: 'bg-due-tint text-due',
  PATCH: 'bg-due-tint text-due',
  DELETE: 'bg-over-tint text-over',
}

/** An HTTP method, in a column of its own. */
export function MethodBadge({ method, className }: { method: string; className?: string }) {
  return (
    <span
      className={clsx(
        'inline-flex w-[62px] shrink-0 justify-center rounded-chip px-1.5 font-sign text-[15px] leading-6 font-bold',
        tones[method] ?? 'bg-well text-ink',
        className,
      )}
    >
      {method}
    </span>
  )
}
