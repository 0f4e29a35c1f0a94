import clsx from 'clsx/lite'
import type { ReactNode } from 'react'

const sizes = {
  row: {
    box: 'h-[76px] w-[84px] pt-1.5 @max-2xl:h-[68px] @max-2xl:w-[68px]',
    text: [
      'text-[46px] @max-2xl:text-[40px]',
      'text-[34px] @max-2xl:text-[28px]',
      'text-[20px] @max-2xl:text-[17px]',
      'text-[14px]',
    ],
  },
  small: { box: 'h-10 w-11 border-x-3! border-t-3!', text: ['text-[22px]', 'text-lg', 'text-[13px]', 'text-[11px]'] },
} as const

function textClass(bay: string, steps: readonly string[]): string | undefined {
  const length = Array.from(bay).length
  return steps[length <= 2 ? 0 : length <= 4 ? 1 : length <= 9 ? 2 : 3]
}

export type BayProps = {
  bay: string | null
  size?: keyof typeof sizes
  className?: string
  /** The bay's text, where more than the text is drawn. */
  children?: ReactNode
}

/** A bay in its painted outline, in words that it is given: for pages that have them without a script. */
export function BaySign({
  bay,
  words,
  size = 'row',
  className,
  children,
}: BayProps & { words: { bay: string; noBay: string } }) {
  const { box, text } = sizes[size]
  return (
    <div
      className={clsx(
        'flex shrink-0 flex-col items-center justify-center overflow-hidden rounded-t-[6px] border-x-4 border-t-4 border-(--level,var(--color-ink)) bg-card text-center text-ink',
        !bay && 'border-dashed',
        box,
        className,
      )}
    >
      <bdi
        dir="auto"
        title={bay ?? undefined}
        className={clsx(
          'line-clamp-2 max-w-full px-0.5 font-sign leading-[0.95] font-bold wrap-anywhere',
          bay ? textClass(bay, text) : text[2],
        )}
      >
        {(bay && children) ?? bay ?? (size === 'row' ? words.noBay : '–')}
      </bdi>
      {size === 'row' && bay && <span className="text-xs leading-4 font-semibold text-soft">{words.bay}</span>}
    </div>
  )
}
