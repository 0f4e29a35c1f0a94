'use client'

import type { ComponentProps, KeyboardEvent, MouseEvent, PointerEvent } from 'react'

/** With what a button was pressed: `virtual` is a screen reader, or whatever else clicks without pointing. */
export type PressEvent = { pointerType: 'mouse' | 'pen' | 'touch' | 'keyboard' | 'virtual'; target: Element }

export type ButtonProps = Omit<ComponentProps<'button'>, 'onClick' | 'onPointerDown' | 'onKeyDown' | 'disabled'> & {
  onPress?: (press: PressEvent) => void
  onArrow?: () => void
  isDisabled?: boolean
  /** Busy: it keeps the focus and does nothing. */
  isPending?: boolean
}

let lastPointer: PressEvent['pointerType'] = 'mouse'

// Screen readers point without a pressure, at a spot without a size or of one pixel.
function notePointer({ width, height, pressure, pointerType }: PointerEvent): void {
  const isVirtual = (width === 0 && height === 0) || (width === 1 && height === 1 && pressure === 0)
  lastPointer = isVirtual ? 'virtual' : (pointerType as PressEvent['pointerType'])
}

/** A browser's own button, without looks. A thousand rows have some each: it costs an element and nothing more. */
export function Button({ onPress, onArrow, isDisabled, isPending, type = 'button', ...props }: ButtonProps) {
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    const target = event.currentTarget
    if (isPending) return
    // Safari gives no focus to what is clicked; a menu or a dialog is to give it back.
    if (document.activeElement !== target) target.focus({ preventScroll: true })
    onPress?.({ pointerType: event.detail === 0 ? 'virtual' : lastPointer, target })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that is held down presses once: the button's second meaning must not follow from the first.
    if (event.repeat && event.key === 'Enter') event.preventDefault()
    if (!onArrow || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    onArrow()
  }
  return (
    <button
      {...props}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      data-disabled={isDisabled || undefined}
      data-pending={isPending || undefined}
      onClick={onClick}
      onPointerDown={notePointer}
      onKeyDown={onKeyDown}
    />
  )
}
