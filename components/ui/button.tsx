'use client'

import clsx from 'clsx/lite'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonProps, Button as PlainButton } from '@/components/ui/plain-button'

type Tone = 'kerb' | 'ink' | 'outline' | 'quiet' | 'asphalt'
/** `page` 42 px for managers' pages, `board` 52 px, `ring` 64 px for the one thing to do next on the board. */
type Size = 'page' | 'board' | 'ring'

const tones: Record<Tone, string> = {
  kerb: 'bg-kerb text-on-kerb hover:bg-kerb-pressed active:bg-kerb-pressed',
  ink: 'bg-ink text-card hover:opacity-90 active:opacity-80',
  outline: 'border border-edge bg-card text-ink hover:bg-well active:bg-well',
  quiet: 'text-ink hover:bg-well active:bg-well',
  asphalt: 'bg-asphalt-raised text-paint hover:brightness-125 active:brightness-125',
}

const sizes: Record<Size, string> = {
  page: 'min-h-[42px] px-4 text-[15px]',
  board: 'min-h-[52px] px-5 text-base',
  ring: 'min-h-[64px] px-6 text-lg',
}

/** The look of a button, for what must be another element. Yellow (`kerb`) is for the one thing to do next. */
export function buttonClass(tone: Tone = 'outline', size: Size = 'page', className?: string): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-control font-semibold leading-tight select-none',
    'transition-[background-color,filter,opacity,transform] not-aria-disabled:active:scale-[0.98]',
    'data-disabled:cursor-not-allowed data-disabled:opacity-55 data-pending:cursor-progress',
    tones[tone],
    sizes[size],
    className,
  )
}

type Looks = { tone?: Tone; size?: Size; className?: string; children?: ReactNode }

export function Button({ tone, size, className, ...props }: Omit<ButtonProps, 'className' | 'children'> & Looks) {
  return <PlainButton {...props} className={buttonClass(tone, size, className)} />
}

/** Goes somewhere, looks like a button. A page of its own is loaded: what links inside the product need is not. */
export function ButtonLink({ tone, size, className, children, ...props }: ComponentProps<'a'> & Looks) {
  return (
    <a {...props} className={buttonClass(tone, size, className)}>
      {children}
    </a>
  )
}

/** A square button that shows an icon alone; `label` says what it does. */
export function IconButton({
  label,
  className,
  ...props
}: Omit<ComponentProps<typeof Button>, 'aria-label'> & { label: string }) {
  return <Button {...props} aria-label={label} className={clsx('aspect-square px-0!', className)} />
}
